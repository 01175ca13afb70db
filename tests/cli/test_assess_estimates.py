"""`bauta assess` of a sample whose population is known by its size alone."""

import json
import random
from pathlib import Path

import pytest

import bauta as package
from bauta.model.estimates import Estimator
from bauta.workflow.example import write_example

QI = ("--qi", "age,sex,race,zip")
SHORT = ("estimate", "lower", "upper", "method")


def people(n: int = 3000, seed: int = 5) -> list[str]:
    draw = random.Random(seed)
    return [
        f"{i},{min(int(draw.expovariate(1 / 30)), 90)},{draw.choice('FM')},{draw.choice('AAABBC')},{draw.randrange(20)}"
        for i in range(n)
    ]


def write(folder: Path, rows: list[str], name: str = "sample.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(["nr,age,sex,race,zip", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> Path:
    return write(tmp_path_factory.mktemp("sample"), people())


@pytest.fixture
def told(bauta):
    """Calls `bauta assess ... --json`; returns the document."""

    def call(*arguments: object) -> dict:
        ended = bauta("assess", *arguments, "--json")
        assert ended.code == 0, ended.err
        return json.loads(ended.out)

    return call


def short(risk: dict) -> dict:
    return {key: risk[key] for key in SHORT}


def test_marketer_and_journalist_come_with_their_doubt(told, sample):
    found = told(sample, *QI, "--sampling-fraction", "0.1")
    marketer, journalist = found["marketer"], found["journalist"]
    assert 0 < marketer["lower"] < marketer["estimate"] < marketer["upper"] < 1
    assert marketer["method"] == journalist["method"] == "poisson-gamma"
    assert marketer["estimate"] == marketer["average"] == journalist["average"]
    assert journalist["upper"] == journalist["maximum"] == 1 / journalist["smallest_class"]
    share = found["estimates"]["share_at_risk"]
    assert 0 < share["lower"] < share["estimate"] < share["upper"] < 1
    assert journalist["share_at_risk"] == share["estimate"]
    assert journalist["records_at_risk"] == round(3000 * share["estimate"])
    assert found["estimates"]["largest_expected"] < journalist["estimate"]
    assert found["estimates"]["chance_of_smaller"] == pytest.approx(1)
    assert marketer["estimate"] < found["prosecutor"]["average"]
    assert marketer["basis"] == "estimate"
    assert marketer["expected_reidentifications"] == pytest.approx(3000 * marketer["estimate"])
    estimates = found["estimates"]
    assert (estimates["population_size"], estimates["sampling_fraction"]) == (30_000, 0.1)
    assert estimates["method"] == "poisson-gamma"
    assert estimates["why"].startswith("The default")
    assert found["population"] is None
    assert estimates["sensitivity"] == []
    assert [one["method"] for one in estimates["uniqueness"]] == ["zayatz", "pitman", "snb", "dankar"]
    for one in estimates["uniqueness"]:
        assert (one["estimate"] is None) == (one["why_not"] is not None)


def test_the_estimate_is_near_the_truth_of_the_bundled_example(told, tmp_path):
    write_example(tmp_path, overwrite=False)
    hospital, registry = tmp_path / "hospital.csv", tmp_path / "registry.csv"
    qi = ("--qi", "birth_date,sex,zip")
    counted = told(hospital, *qi, "--population", registry)["marketer"]
    estimated = told(hospital, *qi, "--population-size", 60_000)["marketer"]
    assert estimated["estimate"] == pytest.approx(counted["estimate"], rel=0.05)
    assert estimated["lower"] <= counted["estimate"] <= estimated["upper"]


def test_a_counted_population_has_no_doubt(told, sample, tmp_path):
    everybody = write(tmp_path, people() + people(9000, seed=6), "everybody.csv")
    found = told(sample, *QI, "--population", everybody)
    for risk in (found["marketer"], found["journalist"]):
        assert risk["lower"] == risk["estimate"] == risk["upper"]
        assert risk["method"] == "counted"
    assert found["estimates"] is None
    assert found["marketer"]["estimate"] == found["marketer"]["average"]


def test_without_a_population_nothing_is_estimated(told, sample):
    found = told(sample, *QI)
    assert found["journalist"] is found["estimates"] is None
    assert short(found["marketer"]) == dict.fromkeys(SHORT)


def test_fraction_and_size_are_two_ways_to_say_the_same(told, sample):
    by_fraction = told(sample, *QI, "--sampling-fraction", "0.25")
    assert by_fraction == told(sample, *QI, "--population-size", "12000")


def test_with_everybody_in_the_data_all_figures_are_exact(told, sample):
    found = told(sample, *QI, "--sampling-fraction", "1")
    for risk in (found["marketer"], found["journalist"]):
        assert risk["lower"] == risk["estimate"] == risk["upper"]
    for measure in ("maximum", "average", "records_at_risk", "share_at_risk"):
        assert found["journalist"][measure] == pytest.approx(found["prosecutor"][measure], rel=1e-12)
    assert found["estimates"]["population_uniques"]["estimate"] == found["sample_uniques"]
    assert found["estimates"]["uniques_in_both"]["lower"] == found["sample_uniques"]
    assert found["decision"]["journalist"]["D_b"]["verdict"] == found["decision"]["prosecutor"]["D_b"]["verdict"]


def test_sensitivity_tells_what_a_wrong_size_would_do(told, sample):
    found = told(sample, *QI, "--population-size", "10000", "--sensitivity")
    others = found["estimates"]["sensitivity"]
    assert [one["population_size"] for one in others] == [5000, 8000, 12_500, 20_000]
    risks = [one["estimate"] for one in others]
    assert risks == sorted(risks, reverse=True)
    assert risks[1] > found["marketer"]["estimate"] > risks[2]
    assert others[0]["sampling_fraction"] == 0.6


def test_no_other_size_is_smaller_than_the_data(told, sample):
    others = told(sample, *QI, "--population-size", "4000", "--sensitivity")["estimates"]["sensitivity"]
    assert [one["population_size"] for one in others] == [3000, 3200, 5000, 8000]
    assert others[0]["lower"] == others[0]["upper"]


@pytest.mark.parametrize("estimator", Estimator)
def test_every_estimator_can_be_asked_for(estimator, told, sample):
    found = told(sample, *QI, "--sampling-fraction", "0.3", "--estimator", estimator)
    assert found["marketer"]["method"] == found["estimates"]["method"] == estimator
    assert found["estimates"]["why"].startswith("It was asked for.")
    assert found["marketer"]["lower"] <= found["marketer"]["estimate"] <= found["marketer"]["upper"]


def test_where_the_default_cannot_answer_another_does_and_says_so(told, sample):
    found = told(sample, "--qi", "zip", "--sampling-fraction", "0.1")
    assert found["estimates"]["method"] == "negative-binomial"
    assert "poisson-gamma cannot answer" in found["estimates"]["why"]


def refusal(bauta, path: Path, *options: str) -> str:
    ended = bauta("assess", path, "--sampling-fraction", "0.1", *options)
    assert ended.code == 2
    return " ".join(ended.err.split())


def test_a_refusal_names_who_was_asked_and_who_can_answer(bauta, sample, tmp_path):
    one_variable = refusal(bauta, sample, "--qi", "zip", "--estimator", "poisson-gamma")
    assert "The poisson-gamma estimator cannot answer" in one_variable
    assert (
        "These estimators can: log-linear, independence, two-way, negative-binomial; mu-argus would, but"
        in one_variable
    )
    pairs = [f"{i},{i % 97},{i % 83},{i % 89},{i % 79}" for i in range(300)]
    sparse = write(tmp_path, pairs)
    two_way = refusal(bauta, sparse, *QI, "--estimator", "two-way")
    assert "The two-way estimator cannot answer" in two_way
    assert "poisson-gamma" in two_way
    assert "understates the risk" in two_way


def test_a_file_of_nothing_but_uniques_is_not_sent_to_mu_argus(bauta, tmp_path):
    alone = write(tmp_path, [f"{i},1,F,A,2" for i in range(50)])
    said = refusal(bauta, alone, "--qi", "nr")
    assert "no two records are alike" in said
    assert "mu-argus would, but it understates the risk" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--sampling-fraction", "0.1", "--population-size", "9000"), "--sampling-fraction"),
        (("--sampling-fraction", "0.1", "--population", "{sample}"), "--sampling-fraction"),
        (("--population-size", "9000", "--population", "{sample}"), "--population-size"),
        (("--estimator", "mu-argus"), "--estimator"),
        (("--sensitivity",), "--sensitivity"),
        (("--estimator", "mu-argus", "--population", "{sample}"), "--estimator"),
        (("--sampling-fraction", "0.1", "--estimator", "guess"), "--estimator"),
        (("--sampling-fraction", "0"), "above 0"),
        (("--sampling-fraction", "nan"), "above 0"),
        (("--sampling-fraction", "10%"), "above 0"),
        (("--sampling-fraction", "-0.1"), "above 0"),
        (("--population-size", "2999"), "2999"),
        (("--population-size", "0"), "people"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, said, bauta, sample):
    ended = bauta("assess", sample, *QI, *(option.format(sample=sample) for option in options))
    assert ended.code == 2
    assert ended.out == ""
    assert said in ended.err
    assert ended.err.count("\n") == 1


STUDY = """
data: {{path: sample.csv}}
variables:
  age: {{role: quasi_identifier}}
  sex: {{role: quasi_identifier}}
  race: {{role: quasi_identifier}}
  zip: {{role: quasi_identifier}}
{more}
"""


def study(folder: Path, more: str) -> Path:
    write(folder, people())
    path = folder / "study.yaml"
    path.write_text(STUDY.format(more=more), encoding="utf-8")
    return path


def test_a_study_says_the_same(told, sample, tmp_path):
    by_option = told(sample, *QI, "--sampling-fraction", "0.1", "--estimator", "negative-binomial")
    by_study = told(study(tmp_path, "sampling: {fraction: 0.1, estimator: negative-binomial}"))
    assert by_study["estimates"] == by_option["estimates"]
    by_size = told(study(tmp_path, "sampling: {population_size: 30000}"))
    assert by_size["estimates"]["method"] == "poisson-gamma"
    assert by_size["estimates"]["sampling_fraction"] == 0.1


def test_an_option_replaces_what_the_study_says(told, tmp_path):
    path = study(tmp_path, "sampling: {fraction: 0.1}")
    assert told(path, "--population-size", "6000")["estimates"]["sampling_fraction"] == 0.5
    assert told(path, "--estimator", "mu-argus")["estimates"]["method"] == "mu-argus"
    assert len(told(path, "--sensitivity")["estimates"]["sensitivity"]) == 4
    everybody = write(tmp_path, people() + people(9000, seed=6), "everybody.csv")
    found = told(path, "--population", everybody)
    assert found["estimates"] is None
    assert found["population"]["people"] == 12_000


def test_a_size_replaces_the_population_of_a_study(told, tmp_path):
    write(tmp_path, people() + people(9000, seed=6), "everybody.csv")
    path = study(tmp_path, "population: {path: everybody.csv}")
    assert told(path)["population"]["people"] == 12_000
    found = told(path, "--sampling-fraction", "0.5")
    assert found["population"] is None
    assert found["estimates"]["population_size"] == 6000


@pytest.mark.parametrize(
    "section",
    [
        "sampling: {fraction: 0.1, population_size: 30000}",
        "sampling: {estimator: mu-argus}",
        "sampling: {fraction: 1.5}",
        "sampling: {fraction: 0}",
        "sampling: {fraction: 0.1, estimator: guess}",
        "sampling: {fraction: 0.1}\npopulation: {path: sample.csv}",
    ],
)
def test_a_study_that_contradicts_itself_is_refused(section, bauta, tmp_path):
    ended = bauta("assess", study(tmp_path, section))
    assert ended.code == 2
    assert "Traceback" not in ended.err
    assert "sampling" in ended.err


def test_somebody_with_several_rows_counts_once(told, sample, tmp_path):
    rows = people()
    twice = write(tmp_path, rows + rows[:500])
    alike = told(twice, *QI, "--person-key", "nr", "--sampling-fraction", "0.1")
    assert alike["estimates"] == told(sample, *QI, "--sampling-fraction", "0.1")["estimates"]
    moved = [row.rsplit(",", 1)[0] + ",99" for row in rows[:50]]
    wandering = told(write(tmp_path, rows + moved), *QI, "--person-key", "nr", "--sampling-fraction", "0.1")
    assert wandering["records"] == 3000
    assert wandering["estimates"]["population_size"] == 30_000


def test_the_order_of_rows_changes_no_figure(told, sample, tmp_path):
    rows = people()
    random.Random(9).shuffle(rows)
    shuffled = told(write(tmp_path, rows), *QI, "--sampling-fraction", "0.1", "--sensitivity")
    as_given = told(sample, *QI, "--sampling-fraction", "0.1", "--sensitivity")
    for part in ("estimates", "marketer", "journalist", "decision"):
        assert shuffled[part] == as_given[part]


def test_the_decision_rests_on_the_estimates(told, bauta, sample):
    asked = (sample, *QI, "--sampling-fraction", "0.01", "--threshold", "0.9")
    found = told(*asked)
    decision, journalist = found["decision"], found["journalist"]
    assert decision["decided_by"].startswith("journalist")
    assert decision["journalist"]["D_b"]["value"] == journalist["maximum"]
    assert (decision["journalist"]["D_b"]["verdict"] == "HIGH") == (journalist["maximum"] > 0.9)
    assert (decision["journalist"]["D_a"]["value"] > 0) == (journalist["records_at_risk"] > 0)
    assert decision["marketer"]["D_c"]["value"] == found["marketer"]["estimate"]
    ended = bauta("assess", *asked, "--fail-if-high")
    assert ended.code == (0 if decision["verdict"] == "LOW" else 1)


def test_python_gets_the_same_figures(told, sample):
    found = told(sample, *QI, "--sampling-fraction", "0.1", "--sensitivity")
    assessment = package.assess(sample, ["age", "sex", "race", "zip"], sampling_fraction=0.1, sensitivity=True)
    assert assessment.marketer.average == found["marketer"]["estimate"]
    assert assessment.estimates.risk.marketer.lower == found["marketer"]["lower"]
    assert assessment.estimates.risk.maximum.upper == found["journalist"]["upper"]
    assert len(assessment.estimates.sensitivity) == 4
    chosen = package.assess(sample, ["age", "sex"], population_size=9000, estimator="mu-argus")
    assert chosen.estimates.estimator is Estimator.MU_ARGUS
    assert package.assess(sample, ["age", "sex"]).estimates is None


def test_the_terminal_tells_estimate_interval_and_method(bauta, sample):
    ended = bauta("assess", sample, *QI, "--sampling-fraction", "0.1", "--sensitivity")
    assert ended.code == 0
    for words in (
        "Estimated for the population", "The data are 10.0 % of 30,000 people", "95 % interval",
        "People unique in the population", "Estimator: poisson-gamma.",
        "as said", "(estimated)",
    ):  # fmt: skip
        assert words in " ".join(ended.out.split()), words


def test_the_terminal_says_what_the_second_table_and_the_maximum_are(bauta, sample):
    out = bauta("assess", sample, *QI, "--sampling-fraction", "0.1", "--sensitivity").out
    lines = out.splitlines()
    caption = lines.index("  If the population has another size:")
    assert lines[caption + 1].split()[:2] == ["People", "Sampled"]
    assert "Somebody matches fewer than 5 people of the population with a chance of 100 %" in " ".join(out.split())


def test_the_report_tells_it_too(bauta, sample, tmp_path):
    report = tmp_path / "report.html"
    ended = bauta("assess", sample, *QI, "--sampling-fraction", "0.1", "--sensitivity", "--report", report)
    assert ended.code == 0
    text = report.read_text(encoding="utf-8")
    assert "Estimated for the population" in text
    assert "Estimator: poisson-gamma." in text
    assert "If the population has another size" in text
    assert "not measured: nothing is known of a population" not in text
