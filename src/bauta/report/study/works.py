"""The works that a report can cite, with the numbers of the equations it uses."""

from bauta.report.document import Reference

EL_EMAM_MALIN = "el-emam-malin-2015"
EL_EMAM = "el-emam-2011"
DANKAR = "dankar-el-emam-2010"
VERIFICATION = "el-emam-2013"
IPC = "ipc-2016"
FORM = "ema-hc-form"
HEALTH_CANADA = "health-canada"
HIPAA = "hipaa"
KARR = "karr-2006"
ENTROPY = "el-emam-2009"

WORKS = {
    EL_EMAM_MALIN: "El Emam K, Malin B. Concepts and methods for de-identifying clinical trial data. Appendix B in: "
    "Institute of Medicine, Sharing Clinical Trial Data. Washington: National Academies Press; 2015. Equations 1 to 3: "
    "risk under a deliberate attempt, a chance recognition and a breach; Box 1: attacks; Table 6: which metric; Figure "
    "7: the eleven steps; Figure 8: risk against utility.",
    EL_EMAM: "El Emam K. Methods for the de-identification of electronic health records for genomic research. Genome "
    "Medicine 2011;3:25. Appendix: R_a, R_b, R_c and the decision rules D_a, D_b, D_c.",
    DANKAR: "Dankar FK, El Emam K. A method for evaluating marketer re-identification risk. Proceedings of the 2010 "
    "EDBT/ICDT Workshops (PAIS). Equation 1: the expected share of correct matches.",
    VERIFICATION: "El Emam K, et al. Evaluating the risk of patient re-identification from adverse drug event reports. "
    "BMC Medical Informatics and Decision Making 2013;13:114. Lemmas 1 and 2, Theorem 1: an adversary who verifies.",
    IPC: "Information and Privacy Commissioner of Ontario. De-identification Guidelines for Structured Data. 2016. "
    "Steps "
    "3 to 6: thresholds, Pr(attempt), overall risk; step 9: the report; governance.",
    FORM: "European Medicines Agency and Health Canada. Anonymisation report form (fields A to R). EMA/482639/2023.",
    HEALTH_CANADA: "Health Canada. Guidance on the public release of clinical information, Appendix F: report on "
    "anonymization.",
    HIPAA: "HIPAA Privacy Rule, 45 CFR 164.514(b)(1): expert determination; 164.514(b)(2): Safe Harbor; 164.514(e): "
    "limited data set.",
    KARR: "Karr AF, Kohnen CN, Oganian A, Reiter JP, Sanil AP. A framework for evaluating the utility of data "
    "altered to "
    "protect confidentiality. The American Statistician 2006;60:224-232. Overlap of intervals.",
    ENTROPY: "El Emam K, et al. A globally optimal k-anonymity method for the de-identification of health data. JAMIA "
    "2009;16:670-682. Non-uniform entropy, the lattice, the suppression limit.",
}


def works(keys: tuple[str, ...]) -> tuple[Reference, ...]:
    """The works with these keys, in this order."""
    return tuple(Reference(key, WORKS[key]) for key in keys)
