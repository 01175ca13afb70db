"""Makes adult_optima.csv: the optimum over all nodes of Adult, record by record. Needs NumPy and nothing of bauta.

    python tests/oracles/adult_brute_force.py ../shared/data/adult > tests/oracles/adult_optima.csv      about 4 minutes

Every node is grouped anew from all records with np.unique. Losses are summed over records and variables by their
definitions. Of the nodes within a suppression limit the one with the least loss is printed; among equal losses (to nine
digits) the one with fewest suppressed, then the lowest sum of levels, then the first.
"""

import csv
import sys
from itertools import product
from pathlib import Path

import numpy as np

CELL_SIZES = (3, 5, 10, 20)
AVERAGE = (1, 20)
"""lambda = 0.05 as a fraction: at most one class for every twenty people kept."""
LIMITS = ("0", "0.02", "0.05", "1")


def read(folder):
    with open(folder / "adult.csv", newline="") as file:
        header, *rows = csv.reader(file, delimiter=";")
    columns, leaves_under = [], []
    for i, name in enumerate(header):
        with open(folder / "hierarchies" / f"{name}.csv", newline="") as file:
            tree = {path[0]: path for path in csv.reader(file, delimiter=";") if path}
        heights = len(next(iter(tree.values())))
        told = [[tree[row[i]][level] for row in rows] for level in range(heights)]
        columns.append(told)
        under = []
        for level in range(heights):
            count = {}
            for path in tree.values():
                count[path[level]] = count.get(path[level], 0) + 1
            under.append((count, len(tree)))
        leaves_under.append(under)
    return header, columns, leaves_under


def numbered(texts):
    distinct, number, times = np.unique(np.array(texts), return_inverse=True, return_counts=True)
    return distinct, number.ravel().astype(np.int64), times


def costs(columns, leaves_under):
    """For each variable and level: each record's group and two losses; then what suppressing a record loses."""
    told, lm, entropy, entropy_gone = [], [], [], []
    for levels, under in zip(columns, leaves_under, strict=True):
        n = len(levels[0])
        _, number, times = numbered(levels[0])
        original = times[number]
        own_told, own_lm, own_entropy = [], [], []
        for texts, (count, n_leaves) in zip(levels, under, strict=True):
            distinct, number, times = numbered(texts)
            own_told.append((number, len(distinct)))
            of_group = np.array([(count[label] - 1) / (n_leaves - 1) for label in distinct.tolist()])
            own_lm.append(of_group[number])
            own_entropy.append(-np.log2(original / times[number]))
        told.append(own_told)
        lm.append(own_lm)
        entropy.append(own_entropy)
        entropy_gone.append(-np.log2(original / n))
    return told, lm, entropy, sum(entropy_gone)


def average_suppresses(sizes, added):
    """Which classes go so that at most one class remains for every twenty people: smallest first, then least loss."""
    gone = np.zeros(len(sizes), bool)
    kept_classes, kept_people = len(sizes), int(sizes.sum())
    for j in np.lexsort((added, sizes)):
        if kept_classes * AVERAGE[1] <= kept_people * AVERAGE[0]:
            break
        gone[j] = True
        kept_classes -= 1
        kept_people -= int(sizes[j])
    return gone


def better(one, other):
    if other is None:
        return True
    if abs(one[0] - other[0]) > 1e-9 * max(one[0], other[0]):
        return one[0] < other[0]
    return one[1:] < other[1:]


def main(folder):
    names, columns, leaves_under = read(Path(folder))
    told, lm, entropy, entropy_gone = costs(columns, leaves_under)
    n = len(entropy_gone)
    best = {}
    for node in product(*(range(len(levels)) for levels in told)):
        key = np.zeros(n, np.int64)
        for levels, level in zip(told, node, strict=True):
            key = key * levels[level][1] + levels[level][0]
        _, first, of_record, sizes = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
        lm_kept = sum(levels[level] for levels, level in zip(lm, node, strict=True))
        entropy_kept = sum(levels[level] for levels, level in zip(entropy, node, strict=True))
        for loss, kept, gone, scale in (
            ("lm", lm_kept, np.full(n, float(len(node))), n * len(node)),
            ("non-uniform-entropy", entropy_kept, entropy_gone, 1),
        ):
            added = np.round((gone - kept)[first], 9)
            suppressed_classes = {("maximum", k): sizes < k for k in CELL_SIZES}
            suppressed_classes["average", 20] = average_suppresses(sizes, added)
            for (criterion, k), classes in suppressed_classes.items():
                suppressed = classes[of_record]
                n_suppressed = int(suppressed.sum())
                total = float((kept[~suppressed].sum() + gone[suppressed].sum()) / scale)
                outcome = total, n_suppressed, sum(node), node
                for limit in LIMITS:
                    if n_suppressed <= float(limit) * n and n_suppressed < n:
                        which = criterion, k, limit, loss
                        if better(outcome, best.get(which)):
                            best[which] = outcome
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["criterion", "cell_size", "limit", "loss_kind", *names, "suppressed", "loss"])
    for which, (loss, n_suppressed, _, node) in sorted(best.items()):
        writer.writerow([*which, *node, n_suppressed, repr(loss)])


if __name__ == "__main__":
    main(sys.argv[1])
