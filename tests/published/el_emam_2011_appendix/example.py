"""The records behind Table 4: as many in each class as its theta = 1/f asks for."""

from published.printed import Row, read_table

TABLE_4 = read_table(__file__, "table_4.csv")
RECORDS: list[Row] = [
    {"gender": row["gender"], "year_of_birth": row["year_of_birth"]}
    for row in TABLE_4
    for _ in range(round(1 / float(row["theta"])))
]
