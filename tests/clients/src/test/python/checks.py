"""Checks of lake with the stock Python drivers. Usage: checks.py CONNECTION_JSON CHECK

Each check is one function; it returns normally or raises. The tables are those that the Java side
registered: main.orders (ROWS rows, `id` 0..ROWS-1) and main.customers.
"""

import json
import sys

import adbc_driver_flightsql
import adbc_driver_flightsql.dbapi
import adbc_driver_manager
import pyarrow as pa
import pyarrow.flight as flight
from adbc_driver_flightsql import DatabaseOptions
from adbc_driver_manager import AdbcConnection, AdbcStatement

INCREMENTAL = "adbc.statement.exec.incremental"


class Lake:
    """How to reach the server under test, from its connection.json."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            described = json.load(file)
        self.uri = described["uri"]
        self.token = described["token"]
        with open(described["tls-ca"], encoding="utf-8") as file:
            self.authority = file.read()

    def options(self, token=None):
        return {
            DatabaseOptions.TLS_ROOT_CERTS.value: self.authority,
            DatabaseOptions.AUTHORIZATION_HEADER.value: f"Bearer {token or self.token}",
        }

    def connect(self, token=None):
        return adbc_driver_flightsql.dbapi.connect(
            self.uri, db_kwargs=self.options(token), autocommit=True
        )


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"expected {expected!r}, got {actual!r}")


def raises(kind, part, call):
    try:
        call()
    except kind as error:
        if part not in str(error):
            raise AssertionError(f"{part!r} not in: {error}") from error
        return
    raise AssertionError(f"no {kind.__name__} with {part!r}")


def rows_of(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM orders")
        return cursor.fetchone()[0]


def select_one(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT 1 AS a, 'x' AS b")
        equal(cursor.fetchall(), [(1, "x")])


def select_table(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT id FROM orders WHERE id < 10 ORDER BY id")
        equal(cursor.fetch_arrow_table()["id"].to_pylist(), list(range(10)))


def select_join(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) AS n FROM orders o JOIN customers c ON o.customer_id = c.customer_id"
        )
        equal(cursor.fetchone()[0], rows_of(lake))


def whole_table_streams_every_row(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM main.orders")
        table = cursor.fetch_arrow_table()
        equal(table.num_rows, rows_of(lake))
        equal(len(set(table["id"].to_pylist())), table.num_rows)


def two_statements_on_one_cursor(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("SELECT COUNT(*) FROM customers")
            cursor.fetchall()
        cursor.execute("SELECT 2")
        equal(cursor.fetchall(), [(2,)])


def prepared_schema_equals_stream_schema(lake):
    sql = "SELECT * FROM orders LIMIT 3"
    with lake.connect() as connection, connection.cursor() as cursor:
        planned = cursor.adbc_execute_schema(sql)
        cursor.execute(sql)
        streamed = cursor.fetch_arrow_table().schema
        if not planned.equals(streamed, check_metadata=False):
            raise AssertionError(f"{planned}\n is not \n{streamed}")


def writes_are_refused(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        raises(
            adbc_driver_manager.ProgrammingError,
            "NOT_READ_ONLY",
            lambda: cursor.execute("DELETE FROM orders"),
        )


def unknown_table_is_named(lake):
    with lake.connect() as connection, connection.cursor() as cursor:
        raises(
            adbc_driver_manager.ProgrammingError,
            "nowhere",
            lambda: cursor.execute("SELECT * FROM nowhere"),
        )


def wrong_token_is_refused(lake):
    def ask():
        with lake.connect("wrong") as connection, connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    raises(adbc_driver_manager.Error, "token", ask)


def incremental_partitions(lake):
    """The ExecutePartitions loop: submit, poll until the end, read every part."""
    expected = rows_of(lake)
    with adbc_driver_flightsql.connect(lake.uri, lake.options()) as database, AdbcConnection(
        database
    ) as connection:
        with AdbcStatement(connection) as statement:
            statement.set_options(**{INCREMENTAL: "true"})
            statement.set_sql_query("SELECT id, customer_id FROM orders")
            partitions = []
            while True:
                found, schema, _ = statement.execute_partitions()
                if schema is not None and schema.address:
                    pa.Schema._import_from_c(schema.address)
                if not found:
                    break
                partitions += found
            if not partitions:
                raise AssertionError("no partition")
            ids = []
            for partition in partitions:
                handle = connection.read_partition(partition)
                reader = pa.RecordBatchReader._import_from_c(handle.address)
                ids += reader.read_all()["id"].to_pylist()
            equal(len(ids), expected)
            equal(len(set(ids)), expected)


def pyarrow_flight_reads_a_statement(lake):
    """The bare Flight client: the descriptor and ticket carry Flight SQL's own messages."""
    sql = b"SELECT id FROM orders WHERE id < 3 ORDER BY id"
    name = b"type.googleapis.com/arrow.flight.protocol.sql.CommandStatementQuery"
    inner = b"\x0a" + bytes([len(sql)]) + sql
    command = b"\x0a" + bytes([len(name)]) + name + b"\x12" + bytes([len(inner)]) + inner
    options = flight.FlightCallOptions(
        headers=[(b"authorization", f"Bearer {lake.token}".encode())]
    )
    with flight.FlightClient(lake.uri, tls_root_certs=lake.authority) as client:
        info = client.get_flight_info(flight.FlightDescriptor.for_command(command), options)
        equal(len(info.endpoints), 1)
        table = client.do_get(info.endpoints[0].ticket, options).read_all()
        equal(table["id"].to_pylist(), [0, 1, 2])
        equal(table.schema, info.schema)


CHECKS = [
    select_one,
    select_table,
    select_join,
    whole_table_streams_every_row,
    two_statements_on_one_cursor,
    prepared_schema_equals_stream_schema,
    writes_are_refused,
    unknown_table_is_named,
    wrong_token_is_refused,
    incremental_partitions,
    pyarrow_flight_reads_a_statement,
]


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(check.__name__ for check in CHECKS))
        return
    connection, name = sys.argv[1:]
    {check.__name__: check for check in CHECKS}[name](Lake(connection))
    print(f"{name}: ok")


main()
