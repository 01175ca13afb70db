"""Spark's own reader makes of a release in folders what bauta's does."""

import pyarrow as pa

from bauta.engines.division import Division
from bauta.engines.release import AsTheyStand, KeptColumn, ReleasePlan
from bauta.engines.spark_files import address_of
from bauta.model.transformations import ReleaseFormat

TEXTS = ["*", "a/b", "..", "a=b", "%2F", "größe", "日本語", "a\nb", "02139", "NULL", "{x}", "[1]", "~", " x",
         "__HIVE_DEFAULT_PARTITION__", None]  # fmt: skip


def test_hostile_names_and_values_are_read_back(spark, tmp_path):
    name = ".a/=%b*"
    data = spark.open(pa.table({name: TEXTS, "n": range(len(TEXTS))}))
    plan = ReleasePlan((KeptColumn(name), KeptColumn("n")), AsTheyStand(len(TEXTS)))
    released = spark.release(data, plan)
    spark.write_files(released, tmp_path / "data", ReleaseFormat.PARQUET, Division((name,)), labels={}, delimiter=",")
    inference = "spark.sql.sources.partitionColumnTypeInference.enabled"
    session = spark._spark
    before = session.conf.get(inference)
    session.conf.set(inference, "false")
    try:
        rows = session.read.parquet(address_of(tmp_path / "data")).toArrow()
    finally:
        session.conf.set(inference, before)
    assert rows.column_names == ["n", name]
    assert sorted(rows.to_pylist(), key=lambda row: row["n"]) == [{"n": n, name: text} for n, text in enumerate(TEXTS)]
