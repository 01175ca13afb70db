"""What every key of the JSON output means. The reference page is generated from here, and a test keeps it complete."""

_RISK = {
    "maximum": "R_b: the probability of re-identification for the record most at risk.",
    "average": "R_c: the mean probability, which is the expected share of records re-identified.",
    "strict_average": "The average if no class is smaller than three, otherwise the maximum.",
    "strict_average_holds": "Whether no class is smaller than three.",
    "records_at_risk": "How many people are in a class smaller than tau's cell size.",
    "share_at_risk": "R_a: the same as a share of all people.",
    "smallest_class": "The fewest people that any record could be taken for by this adversary.",
}

_RULES = {
    "D_a": "The share of people at risk is at most alpha.",
    "D_b": "No class is smaller than tau's cell size.",
    "D_c": "The average is at most lambda.",
    "strict_average": "No class is smaller than three, and the average is at most lambda.",
}

UNSETTLED = {
    "unsettled": "What could identify people and was not judged.",
    "unsettled[].column": "The column.",
    "unsettled[].why": "Why it is unsettled.",
    "unsettled[].remedy": "What settles it.",
}

_OUTCOME = {
    "value": "What was measured.",
    "limit": "What is allowed, as printed; class sizes are compared by cell size.",
    "verdict": "HIGH if the rule is broken, LOW if it holds.",
}

_THRESHOLD = {
    "probability": "The threshold as a probability, as printed.",
    "cell_size": "The class size the probability stands for.",
}


def _under(parent: str, keys: dict[str, str]) -> dict[str, str]:
    return {f"{parent}.{key}": meaning for key, meaning in keys.items()}


def _rules(parent: str, rules: tuple[str, ...]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for rule in rules:
        keys[f"{parent}.{rule}"] = _RULES[rule]
        keys |= _under(f"{parent}.{rule}", _OUTCOME)
    return keys


_VERIFIER = {
    "attempts": "M: how many of the people who fit are tried.",
    "probability": "p: the probability that an attempt tells whether it is the right one.",
}

ESTIMATE = {
    "estimate": "The estimate.",
    "lower": "The lower end of its 95 % interval.",
    "upper": "The upper end of its 95 % interval.",
    "method": "How it was estimated.",
}

_RISKS = {
    "prosecutor": "Risk from an adversary who knows that a certain person is in the data.",
    **_under("prosecutor", _RISK),
    "journalist": "Risk from an adversary who cannot know who is in the data; null where no population is known.",
    **_under("journalist", _RISK),
    **_under("journalist", ESTIMATE),
    "journalist.estimate": "The maximum, whether counted in a population or estimated (E[max 1/F]).",
    "journalist.maximum": "R_b: the highest probability of any record; where it is estimated, the upper end of its "
    "interval, which decides.",
    "marketer": "Risk from an adversary who matches the whole file against a list; only the average has a rule.",
    **_under("marketer", _RISK),
    **_under("marketer", ESTIMATE),
    "marketer.estimate": "The average, whether counted in a population or estimated; null where neither was asked for.",
    "marketer.expected_reidentifications": "The average times the number of people.",
    "marketer.basis": "The list: the population, the data (the same people), or an estimate of the population.",
    "verifier": "Risk from an adversary who tries several people and checks each; null where none was described.",
    **_under("verifier", _RISK),
    "verifier.records_at_risk": "How many people are in a class smaller than least_class_size; where it is estimated, "
    "have a risk above tau.",
    **_under("verifier", _VERIFIER),
    "verifier.least_class_size": "The smallest class in which the risk from this adversary is within tau.",
    "verifier.classes": "Whose classes it is about: data, population, spread population, or estimated population.",
}

_THRESHOLDS = {
    "thresholds": "What was taken to be acceptable.",
    "thresholds.tau": "The highest acceptable probability for one record.",
    **_under("thresholds.tau", _THRESHOLD),
    "thresholds.alpha": "The acceptable share of people above tau.",
    "thresholds.lambda": "The highest acceptable average.",
    **_under("thresholds.lambda", _THRESHOLD),
}

_DECISION = {
    "verdict": "HIGH or LOW by the rule named in decided_by; UNSETTLED where that says LOW and unsettled is not empty.",
    "decided_by": "The adversary and the rule that the verdict rests on.",
    **UNSETTLED,
    "not_judged": "What the verdict does not cover, in words.",
    **_THRESHOLDS,
    "prosecutor": "The rules applied to the prosecutor.",
    **_rules("prosecutor", tuple(_RULES)),
    "journalist": "The rules applied to the journalist; null where nothing is known of a population.",
    **_rules("journalist", tuple(_RULES)),
    "marketer": "The rule applied to the marketer.",
    **_rules("marketer", ("D_c",)),
    "verifier": "The rules applied to an adversary who verifies; null where none was described.",
    **_rules("verifier", tuple(_RULES)),
    "verifier.D_b": "No class is smaller than this adversary's least class size.",
}


def _beside(group: str, who: str, held_back: str) -> dict[str, str]:
    return _under(
        "beside_earlier",
        {
            group: who,
            f"{group}.people": "Those whom a comparison of the releases shows to be such.",
            f"{group}.held_back": held_back,
            f"{group}.small_groups": "Groups of people alike before and now that are smaller than least_group.",
            f"{group}.people_in_small": "The people in them.",
        },
    )


POPULATION = {
    "population": "What the data was compared with; null where nothing is known of a population.",
    "population.source": "The file or address of the population.",
    "population.people": "People in the population.",
    "population.unit": "How its people were counted: rows, distinct person_key values, or counts.",
    "population.sampling_fraction": "People in the data over people in the population.",
    "population.absent_classes": "Classes of the data that are not in it, taken to be as large there as in the data.",
    "population.absent_records": "People of the data in these classes.",
    "population.unreadable": "Variables with people of the population in groups that cannot be read; they fit nobody.",
    "population.unreadable[].variable": "The column.",
    "population.unreadable[].people": "The people in such groups.",
    "population.notes": "What was left out of the population, such as rows with totals.",
    "population.spread": "What was spread because the population is coarser than the data; null if nothing was.",
    "population.spread.groups": "Groups of the population that were spread.",
    "population.spread.classes": "Classes of the data they were spread over.",
    "population.spread.records": "People of the data in these classes.",
    "population.spread.coarser": "Variables that the population tells in groups.",
    "population.spread.lacking": "Variables that the population does not tell.",
    "population.spread.prior": "alpha: people added to every possible class; the more, the evener the spread.",
    "population.spread.journalist": "The largest E[1/F] of a class, and the interval of 1/F there.",
    **_under("population.spread.journalist", ESTIMATE),
    "population.spread.marketer": "The average of E[1/F] over people.",
    **_under("population.spread.marketer", ESTIMATE),
}

_UNIQUENESS = {key: meaning for key, meaning in ESTIMATE.items() if key != "method"}

_ESTIMATES = {
    "estimates": "What was estimated of a population known by its size alone; null where that was not asked for.",
    "estimates.sampling_fraction": "People in the data over people in the population.",
    "estimates.population_size": "People in the population.",
    "estimates.of_release": "Whether the table is a release: then the sample is what it was made from.",
    "estimates.method": "The estimator.",
    "estimates.why": "Why this one, and what it found.",
    "estimates.largest_expected": "The largest E[1/F] of a record: the chance that a guess about one record is right.",
    "estimates.chance_of_smaller": "P(some F < k): the chance that somebody matches fewer people than tau's cell size. "
    "The maximum risk is LOW where it is at most 0.025.",
    "estimates.share_at_risk": "R_a: the share of people who match fewer of the population than tau's cell size.",
    **_under("estimates.share_at_risk", ESTIMATE),
    "estimates.population_uniques": "People who are unique in the population, in the data or not.",
    **_under("estimates.population_uniques", ESTIMATE),
    "estimates.uniques_in_both": "tau_1: people unique in the data who are unique in the population too.",
    **_under("estimates.uniques_in_both", ESTIMATE),
    "estimates.uniques_matched": "tau_2: people unique in the data whom a guess among those who fit gets right.",
    **_under("estimates.uniques_matched", ESTIMATE),
    "estimates.uniqueness": "People unique in the population by methods that look at class sizes alone.",
    "estimates.uniqueness[].method": "The method.",
    **_under("estimates.uniqueness[]", _UNIQUENESS),
    "estimates.uniqueness[].why_not": "Why it cannot answer; null where it can.",
    "estimates.sensitivity": "The marketer's risk for other sizes of the population, where asked for.",
    "estimates.sensitivity[].population_size": "That size of the population.",
    "estimates.sensitivity[].sampling_fraction": "The sampling fraction that goes with it.",
    **_under("estimates.sensitivity[]", _UNIQUENESS),
}

WILDCARD = {
    "wildcard": "What would be counted if missing matched anything. Optimistic, decides nothing; null unless asked.",
    "wildcard.maximum": "The prosecutor's maximum risk, counted so.",
    "wildcard.average": "The prosecutor's average risk, counted so.",
    "wildcard.smallest_match": "The fewest people anybody matches.",
    "wildcard.uniques": "People who match nobody else.",
    "wildcard.records_at_risk": "People who match fewer than tau's cell size.",
    "wildcard.population_maximum": "The maximum in a known population, counted so; null without one.",
    "wildcard.population_average": "The average there.",
    "wildcard.exact_and_alone": "People who miss no value and whose values nobody else has.",
    "wildcard.left_with_few": "People for whom fewer rows than the cell size may fit their true values.",
    "wildcard.left_with_one": "Of these, people for whom it may be their own row only.",
}

JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The title given in the study file; null without one.",
    "source": "The file or address the data came from.",
    "quasi_identifiers": "The columns people were grouped by.",
    "direct_identifiers": "Columns that point at one person: declared, suggested or by name; not in the figures.",
    "roles_were_suggested": "Whether bauta chose the quasi-identifiers because nobody named them.",
    "rows": "Rows of the data.",
    "records": "People, the unit of risk; the same as rows where there is no person key.",
    "person_key": "The column that says whose row it is; null where each row was taken for one person.",
    "possible_person_key": "A column whose name says it tells people apart, where rows were taken for people; or null.",
    "people_in_several_classes": "People with rows that differ on the quasi-identifiers, each counted once.",
    "classes": "Equivalence classes: different combinations of quasi-identifier values.",
    "smallest_class": "People in the smallest class of the data.",
    "sample_uniques": "People who are alone in their class in the data.",
    **_RISKS,
    "decision": "The decision rules and what they say.",
    **_under("decision", _DECISION),
    **POPULATION,
    **_ESTIMATES,
    **WILDCARD,
    "class_sizes": "How many classes there are of each size, the smallest first.",
    "class_sizes[].size": "People in the class (or matching it, where missing values match anything).",
    "class_sizes[].classes": "Classes of this size.",
    "class_sizes[].records": "People in classes of this size; a person in several counts once, in the smallest.",
    "contributions": "What each quasi-identifier adds to the prosecutor's risk; these need not add up to the total.",
    "contributions[].variable": "The quasi-identifier.",
    "contributions[].values": "Its different values, missing counted as one.",
    "contributions[].has_missing": "Whether missing is one of these.",
    "contributions[].average_without": "The prosecutor's average if this variable were left out.",
    "contributions[].average_added": "How much lower that is.",
    "contributions[].maximum_without": "The prosecutor's maximum if this variable were left out.",
    "contributions[].uniques_without": "Sample uniques if this variable were left out.",
    "contributions[].uniques_added": "How many fewer that is.",
    "smallest_classes": "Where some of the smallest classes are; never what is in them.",
    "smallest_classes[].size": "People in the class.",
    "smallest_classes[].rows": "Its row numbers, from 1 without the header; cut short when there are many.",
    "attribute_disclosure": "What can be learned about each sensitive variable without telling records apart.",
    "attribute_disclosure[].variable": "The sensitive variable.",
    "attribute_disclosure[].smallest_diversity": "l: the fewest different values of it in any class.",
    "attribute_disclosure[].homogeneous_classes": "Classes in which everybody has the same value.",
    "attribute_disclosure[].homogeneous_records": "People in these classes.",
    "attribute_disclosure[].homogeneous_records_not_unique": "Of these, the people who share their class with others.",
    "attribute_disclosure[].largest_distance": "t: the largest distance of a class's distribution from the whole's.",
    "attribute_disclosure[].distance": "How t was measured: equal (between categories) or ordered (by rank).",
    "notes": "What was detected while reading the data.",
}

PROFILE_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "source": "The file or address the data came from.",
    "rows": "Rows of the data.",
    "person_key": "The column that seems to say whose row it is; null where none was found.",
    "columns": "Every column, in the order of the file.",
    "columns[].name": "The column's name.",
    "columns[].storage": "How the source stores it; a CSV file stores everything as text.",
    "columns[].missing": "Rows in which it is missing.",
    "columns[].distinct": "Different values that are not missing.",
    "columns[].uniqueness": "Different values per value present, from 0 to 1.",
    "columns[].role": "The suggested role: direct_identifier, quasi_identifier, sensitive or other.",
    "columns[].type": "What the values are taken to be.",
    "columns[].kind": "What the column seems to hold, in words.",
    "columns[].reason": "The evidence for the suggestion, in one sentence.",
    "columns[].is_person_key": "Whether this column seems to say whose row it is.",
    "notes": "What was detected while reading the data.",
}

_GOAL = {
    "goal": "What a release had to meet, and what could be done for it.",
    "goal.criterion": "The rule: maximum (D_b), average (D_c), strict-average, or share (D_a).",
    "goal.adversary": "Whom the rule was applied to: prosecutor, with a population journalist, or verifier.",
    "goal.basis": "Whose classes that goes by: those of the data, of a population, or an estimate of a population.",
    "goal.population_size": "People in the population whose classes are estimated; null where none are.",
    "goal.was_met": "Whether the data were judged to be acceptable as they are, so that nothing was searched for.",
    **_under("goal", _THRESHOLDS),
    "goal.suppression": "What is taken from people who remain at risk: records, quasi-identifiers or cells.",
    "goal.suppression_limit": "The largest share of people who may be suppressed (MaxSup).",
    "goal.reading": "How cells were chosen: strict (suppressed is a value of its own) or wildcard (matches anything).",
    "goal.loss": "The loss that the search makes as small as it can.",
    "goal.verifier": "The adversary who verifies that it was made against, tau having the cell size for them; or null.",
    **_under("goal.verifier", _VERIFIER),
}

_LOSSES = {
    "non-uniform-entropy": "Bits of detail given up, over all people and variables.",
    "lm": "Part of its hierarchy that a cell stands for, on average; 0 as it was, 1 nothing told.",
    "precision": "How far up its hierarchy a cell is, on average; 0 as it was, 1 the top.",
    "dm-star": "The sum of the squared sizes of all classes, suppressed or not.",
    "discernibility": "The same over kept classes; each suppressed person adds the number of people.",
    "average-class-size": "People per class, those suppressed being one class.",
}

_STATE = {
    "records": "People, the unit of risk.",
    "classes": "Equivalence classes: different combinations of quasi-identifier values.",
    "smallest_class": "People in the smallest class.",
    "sample_uniques": "People who are alone in their class.",
    "people_in_several_classes": "People with rows that differ on the quasi-identifiers, each counted once.",
    **_RISKS,
    **WILDCARD,
}

DEIDENTIFY_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The title given in the study file; null without one.",
    "source": "The file or address the data came from.",
    "folder": "The folder that holds release/ and custodian/; null where the release is a frame in Python.",
    "data_files": "In how many files the data are.",
    **_GOAL,
    "solution": "What was done to the quasi-identifiers, and what it cost.",
    "solution.levels": "The level of every quasi-identifier; bauta deidentify takes such levels with --levels.",
    "solution.levels.VARIABLE": "The variable's level; 0 is the value itself.",
    "solution.variables": "The quasi-identifiers one by one.",
    "solution.variables[].variable": "The quasi-identifier.",
    "solution.variables[].level": "Its level; 0 is the value itself.",
    "solution.variables[].level_name": "What the level is called.",
    "solution.variables[].highest_level": "The highest level of its hierarchy.",
    "solution.variables[].hierarchy": "Where the hierarchy came from, in words.",
    "solution.variables[].values_before": "Different values before.",
    "solution.variables[].values_after": "Different values in the release, without what stands for a suppressed cell.",
    "solution.variables[].suppressed_cells": "Its cells that are suppressed in rows that stay.",
    "solution.suppressed_records": "People who lost a row (be it one of several), quasi-identifiers or some cells.",
    "solution.suppressed_cells": "Cells that are suppressed in rows that stay; 0 where whole rows go.",
    "solution.rows_left_out": "Rows of the data, or of those drawn, that are suppressed and not in the release.",
    "solution.rows_blanked": "Rows that are in the release without any quasi-identifier.",
    "solution.loss": "What the solution gives up, by several measures; less is better.",
    **_under("solution.loss", _LOSSES),
    "solution.was_chosen": "Whether a person chose the levels, rather than the search.",
    "solution.was_planned": "Whether the levels are those of an earlier plan.",
    "search": "How the solution was found.",
    "search.lattice_nodes": "Nodes (combinations of levels) there are.",
    "search.nodes_evaluated": "Nodes that had to be judged.",
    "search.optimal": "Whether it is proven that no other node within the limits loses less, with what is suppressed "
    "there; null: not searched for.",
    "search.adversary": "Against whom the optimum is one.",
    "search.basis": "Whose classes that rests on: those of the data, of a population, or an estimate of a population.",
    "search.gap": "By how much, as a share of the loss, the optimum can be lower; 0: this is the optimum, null: not "
    "searched for.",
    "search.finer_levels_untried": "Whether finer levels are allowed that were not searched, because they make more "
    "classes than fit into memory.",
    "search.cpu_seconds": "CPU time of the search.",
    "risk_before": "The risk of the data.",
    **_under("risk_before", _STATE),
    "risk_after": "The risk of the release, measured from the written file.",
    **_under("risk_after", _STATE),
    "decision": "The decision rules on the release; decided_by names the one it was made to meet.",
    **_under("decision", _DECISION),
    "decision.released": "True: where the written file does not meet the goal there is no release, and no such JSON.",
    "columns": "What became of the columns that are not quasi-identifiers.",
    "columns[].column": "The column's name.",
    "columns[].what": "What became of it, in words.",
    "ties": "What kept columns reveal of quasi-identifiers more finely than these are released.",
    "ties.columns": "Kept, shifted and noisy columns that were asked.",
    "ties.people": "People that were looked at.",
    "ties.is_whole": "Whether these are all people of the release.",
    "ties.found": "One entry for each quasi-identifier and column, or two of them, that reveals it.",
    "ties.found[].variable": "The quasi-identifier.",
    "ties.found[].columns": "The column that reveals it, or two columns together.",
    "ties.found[].how": "By what: its values, its order, its first characters, their sum or difference.",
    "ties.found[].level": "The level that is revealed.",
    "ties.found[].people": "People it is revealed of, estimated where not all were looked at.",
    "ties.found[].share": "The share of guesses that are right, made from other people.",
    "ties.found[].chance": "The share that would be right by chance.",
    "ties.found[].treatment": "What became of it: left out, released all the same, excused by the study, or too few.",
    "ties.found[].reason": "Why it does not matter, as the study says; null where it says nothing.",
    "ties.associations": "Kept columns that go with a quasi-identifier without giving it away, the strongest first.",
    "ties.associations[].variable": "The quasi-identifier.",
    "ties.associations[].columns": "The column.",
    "ties.associations[].level": "The level at which the column adds most to guesses.",
    "ties.associations[].right": "The share of people guessed rightly with it.",
    "ties.associations[].without": "The share guessed rightly without it.",
    "ties.risk": "The prosecutor's risk counting what kept columns give away; null where they give nothing.",
    "ties.risk.people": "People it was measured on.",
    "ties.risk.smallest_class": "The fewest people who are alike then.",
    "ties.risk.maximum": "The maximum risk then.",
    "ties.risk.average": "The average risk then.",
    "subsample": "The random share of people that was drawn first; null where all were used.",
    "subsample.fraction": "The share that was asked for.",
    "subsample.people_before": "People in the data.",
    "subsample.people_drawn": "People who were drawn.",
    "subsample.average_risk": "Average risk of the release from somebody who knows who was drawn.",
    "subsample.maximum_risk": "Maximum risk of the release from somebody who knows who was drawn.",
    "subsample.average_risk_if_unknown": "The average from somebody who knows who is in the data, not who was drawn.",
    "subsample.maximum_risk_if_unknown": "The maximum from somebody who knows who is in the data, not who was drawn.",
    "near_uniqueness": "Whom released columns beside quasi-identifiers and masks single out; null without any.",
    "near_uniqueness.people": "People in the release.",
    "near_uniqueness.cell_size": "What few is fewer than.",
    "near_uniqueness.columns": "Every such column, those that single out most people first.",
    "near_uniqueness.columns[].columns": "The column's name.",
    "near_uniqueness.columns[].alone": "People with a value that nobody else has; missing is a value.",
    "near_uniqueness.columns[].few": "People with a value that fewer people than the cell size have.",
    "near_uniqueness.columns[].changed": "Whether its values are shifted or have noise, so that nobody knows them.",
    "near_uniqueness.pairs": "Pairs of unchanged columns that were counted.",
    "near_uniqueness.pairs[].columns": "The names of the two.",
    "near_uniqueness.pairs[].alone": "People with two values that nobody else has together.",
    "near_uniqueness.pairs[].few": "People with two values that fewer people than the cell size have together.",
    "near_uniqueness.pairs_uncounted": "Pairs that could single out one person in a hundred, and were not counted.",
    "durations": "Days between shifted dates of a row; null where no two dates of a row are shifted.",
    "durations.days": "The days that are counted, one for each later date; empty where no row has two shifted dates.",
    "durations.days[].name": "What the days are called among the quasi-identifiers.",
    "durations.days[].first": "The date from which days are counted.",
    "durations.days[].later": "The date to which days are counted.",
    "durations.judged": "Whether the days are among the quasi-identifiers.",
    "durations.reason": "Why nobody could know the days, as the study says; null where they are judged.",
    "durations.people": "People of the source.",
    "durations.unique_people": "People of the source whom the days alone find.",
    "durations.repeated_rows": "Rows beyond the first of each person: days between rows of a person are not judged.",
    "rows_before": "Rows of the data.",
    "rows_after": "Rows of the release.",
    "test_mode": "Whether everything was drawn with a seed that can be guessed; such a release must not be given away.",
    "recipient": "Who gets the release, as declared; null where nobody was named.",
    "beside_earlier": "What the release shows to whoever has those before it; null where no plan was applied, or for "
    "another recipient.",
    "beside_earlier.judged": "Whether it is known who was released before; if not, the rest is null.",
    "beside_earlier.reason": "Why nobody was held back (--release-newcomers); null where nobody gave a reason.",
    "beside_earlier.least_group": "The size that groups of people alike before and now must have.",
    **_beside("stayed", "People in the same class as before.", "Of the extract, those not released for it."),
    **_beside("newcomers", "People who were not in the release before.", "Of the extract, those who wait."),
    **_beside(
        "changed", "People in both releases, in different classes.", "Of the extract, those not released for it."
    ),
    **_beside("gone", "People of the release before who are not in this one.", "People held back beside them."),
    "seconds": "How long everything took.",
    "notes": "What was detected while reading the data, and what to mind.",
}

_NODE = {
    "levels": "A level for every quasi-identifier.",
    "levels.VARIABLE": "The variable's level; 0 is the value itself.",
    "loss": "The loss named in goal.loss, with what has to be suppressed.",
    "suppressed_records": "People who would have to be suppressed for the criterion to hold.",
    "suppressed_share": "The same as a share of all people.",
    "maximum_risk": "The maximum risk in the release that would be made; null where nobody is left.",
    "average_risk": "The average risk there; who loses all quasi-identifiers stays in it, as one class.",
    "classes": "Classes that are kept.",
    "is_within_limit": "Whether no more people are suppressed than allowed.",
    "is_on_frontier": "Whether no other node has both less loss and fewer people suppressed.",
}

EXPLORE_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The title given in the study file; null without one.",
    "source": "The file or address the data came from.",
    **_GOAL,
    "records": "People, the unit of risk.",
    "variables": "The quasi-identifiers.",
    "variables[].variable": "The quasi-identifier.",
    "variables[].level_names": "What its levels are called, from level 0 on.",
    "lattice_nodes": "Nodes (combinations of levels) there are.",
    "is_whole": "Whether nodes has all of them; otherwise it has the frontier.",
    "best": "The node with the least loss within the suppression limit; null where none is within it.",
    **_under("best", _NODE),
    "nodes": "The nodes, least loss first.",
    **_under("nodes[]", _NODE),
    "notes": "What was detected while reading the data, and what to mind.",
}

_POLICY_RISK = {
    "total": "Every record counts 1/g^a, g being the people of the population told like it.",
    "graduated": "The same for records with g at most the threshold; others count nothing.",
    "non_graduated": "Records with g at most the threshold count 1, others nothing.",
}

_POLICY = {
    "name": "The policy's name.",
    "told": "How it tells each variable.",
    "told[].variable": "The quasi-identifier.",
    "told[].as": "How it is told, in words.",
    "classes": "Classes of the cohort.",
    "risk": "The risk, as shares of the cohort; means where the population was spread.",
    **_under("risk", _POLICY_RISK),
    "acceptable": "Whether it is no greater than Safe Harbor's: thumbs up or down.",
    **_under("acceptable", {key: f"By the {key.replace('_', '-')} risk." for key in _POLICY_RISK}),
    "is_acceptable": "Whether that is so by all three.",
    "estimates": "The risks with their intervals where the population was spread; otherwise null.",
    **{
        f"estimates.{key}{inner}": meaning
        for key in _POLICY_RISK
        for inner, meaning in {"": f"The {key.replace('_', '-')} risk.", **_under("", ESTIMATE)}.items()
    },
}

POLICIES_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The title given in the study file; null without one.",
    "source": "The file or address the data came from.",
    **POPULATION,
    "records": "People of the cohort.",
    "threshold": "T: groups of at most so many people of the population count.",
    "scaling": "a in 1/g^a.",
    "variables": "The quasi-identifiers.",
    "variables[].variable": "The quasi-identifier.",
    "variables[].level_names": "What its levels are called, from level 0 on.",
    "safe_harbor": "HIPAA's Safe Harbor.",
    **_under("safe_harbor", _POLICY),
    "policies": "The published alternatives that could be tried.",
    **_under("policies[]", _POLICY),
    "not_tried": "Those that could not.",
    "not_tried[].name": "The policy's name.",
    "not_tried[].why": "Why it could not be tried.",
    "loss": "The loss by which information is measured.",
    "lattice_nodes": "Nodes (combinations of levels) there are.",
    "nodes_judged": "Nodes whose risk had to be measured.",
    "frontier": "Nodes no riskier than Safe Harbor that cannot be told more finely, most information first; or null.",
    "frontier[].levels": "A level for every quasi-identifier; bauta deidentify takes them with --levels.",
    "frontier[].levels.VARIABLE": "The variable's level; 0 is the value itself.",
    "frontier[].information_kept": "1 less the loss, as a share of what telling nothing would lose.",
    "frontier[].loss": "The loss named in loss.",
    "frontier[].risk": "The risk, as shares of the cohort.",
    **_under("frontier[].risk", _POLICY_RISK),
    "overlay": "What two releases tell together; null where none were named.",
    "overlay.first": "The first release, as it was named.",
    "overlay.second": "The second release.",
    "overlay.is_finer": "Whether together they tell more than each alone.",
    "overlay.classes_first": "Classes of the population in the first.",
    "overlay.classes_second": "Classes of the population in the second.",
    "overlay.classes": "Classes of the population if both are laid over each other.",
    "overlay.risk": "The risk then, as shares of the cohort.",
    **_under("overlay.risk", _POLICY_RISK),
    "overlay.acceptable": "Whether it is no greater than Safe Harbor's.",
    **_under("overlay.acceptable", {key: f"By the {key.replace('_', '-')} risk." for key in _POLICY_RISK}),
    "overlay.is_acceptable": "Whether that is so by all three.",
    "notes": "What was detected while reading the data, and what to mind.",
}

_CHECK = {
    "standard": "The standard: safe-harbor or limited-data-set.",
    "title": "What it is called.",
    "source": "The law, and the edition of the table of ZIP code prefixes.",
    "data": "What was checked.",
    "rows": "Its rows.",
    "as_of": "The day ages are counted on; null where none was given and the data tell none but births.",
    "outcome": "The worst of all: pass, fail or cannot tell.",
    "findings": "What every rule says of every column it is about.",
    "findings[].rule": "The rule's letter or number in the law.",
    "findings[].title": "What it is about.",
    "findings[].asks": "What it asks for.",
    "findings[].column": "The column; null for the table as a whole.",
    "findings[].outcome": "pass, fail or cannot tell.",
    "findings[].why": "Why, with counts and never a value.",
    "findings[].rows": "Rows concerned, where they can be counted; otherwise null.",
    "findings[].remedy": "What applying the standard does; null where nothing need be done.",
    "caveats": "What the standard does not look at.",
    "caveats[].title": "What it is.",
    "caveats[].text": "What of it is in the table.",
    "caveats[].concerns_this_table": "Whether any of it is.",
}

CHECK_JSON_KEYS: dict[str, str] = {"bauta": "The version of bauta that made this.", **_CHECK}

_MEASURED = {
    "quasi_identifiers": "The variables the risk was measured on.",
    "people": "People measured.",
    "maximum": "The prosecutor's maximum risk, R_b.",
    "average": "The prosecutor's average risk, R_c.",
    "share_at_risk": "The share of people in classes smaller than the threshold asks for.",
    "unique": "People who are unique in the file.",
    "verdict": "HIGH or LOW by the thresholds; not enforced.",
}

STANDARD_RELEASE_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The title given in the study file; null without one.",
    "source": "The file or address the data came from.",
    "folder": "Where release and custodian are.",
    "data_files": "In how many files the data are.",
    "rows": "Rows released.",
    "columns": "What became of every column.",
    "columns[].column": "The column.",
    "columns[].what": "What was done to it.",
    "before": "The check of the data.",
    **_under("before", _CHECK),
    "after": "The check of the written file, read again.",
    **_under("after", _CHECK),
    "risk_before": "The measured risk of the data; null without quasi-identifiers.",
    **_under("risk_before", _MEASURED),
    "risk_after": "The measured risk of the written file; null if it has no quasi-identifier.",
    **_under("risk_after", _MEASURED),
    "test_mode": "Whether everything was drawn with a seed that can be guessed; such a release must not be given away.",
    "recipient": "Who gets the release, as declared; null where nobody was named.",
    "notes": "What was detected while reading, and what was left out.",
    "warnings": "What nobody should overlook.",
}
