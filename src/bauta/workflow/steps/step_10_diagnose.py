"""Step 10, perform diagnostics on the solution: does the verdict hold if an assumption does not, and are the data still useful?

"Diagnostics may be objective or subjective." The objective ones are measured; whether the data are good enough, and whether
to release them, a named person decides. A decision holds for the release that was seen: if anything of it changes, it is
asked for again.
"""

from bauta.model.steps import Step
from bauta.workflow.compare import compare
from bauta.workflow.diagnose import diagnose
from bauta.workflow.steps.case import Case, Taken
