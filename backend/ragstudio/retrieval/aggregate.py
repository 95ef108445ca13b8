"""Answering aggregate questions with a query over the row records' fields."""

from collections.abc import Callable
from datetime import date

from ragstudio.records import BlockType
from ragstudio.retrieval.aggregate_question import (
    AggregateKind,
    AggregateQuery,
    Table,
    asks_for_aggregate,
    may_aggregate,
    read_aggregate,
)
from ragstudio.retrieval.request import SearchMode, SearchRequest, compile_filter
from ragstudio.retrieval.response import (
    AggregateAnswer,
    AggregateGroup,
    Decision,
    SearchResponse,
)
from ragstudio.storage.row_records import RecordScope, RowRecordRepository

_MOST_VALUES = 200
_SHOWN_GROUPS = 5
_CANNOT_COUNT = (
    "This question asks for a count over many records, which the few best passages cannot give."
)


class AggregateAnswers:
    """Completes answers to aggregate questions; leaves every other answer as it is."""

    def __init__(
        self, records: RowRecordRepository, today: Callable[[], date] = date.today
    ) -> None:
        self._records = records
        self._today = today

    def complete(self, request: SearchRequest, response: SearchResponse) -> SearchResponse:
        """The answer with the count, and a message that says how it was found.

        Vector mode stays the baseline. Where no records have the fields, only the message says
        what top-k retrieval cannot do.
        """
        filters = request.filters
        # Records are counted whole: a part of a document, or another kind of passage, is no table.
        asks_for_parts = filters.section is not None or (
            filters.block_type and BlockType.ROW not in filters.block_type
        )
        is_baseline = request.mode is SearchMode.VECTOR
        if is_baseline or asks_for_parts or not may_aggregate(request.query):
            return response
        scope = self._scope(request)
        tables = [
            Table(identifier, name, self._records.list_values(identifier, scope, most=_MOST_VALUES))
            for identifier, name in self._records.list_documents(scope).items()
        ]
        query = read_aggregate(request.query, tables)
        if query is None:
            if not asks_for_aggregate(request.query):
                return response
            words = f"{_CANNOT_COUNT} No row records have its fields. {response.message}"
            return response.model_copy(update={"message": words})
        answer = self._count(query, scope)
        return response.model_copy(
            update={
                "decision": Decision.ANSWER,
                "message": f"{_CANNOT_COUNT} Counted instead: {answer.answer}",
                "clarification": None,
                "aggregate": answer,
            }
        )

    def _scope(self, request: SearchRequest) -> RecordScope:
        where = compile_filter(request, self._today())
        return RecordScope(
            groups=where.groups,
            document_ids=where.document_ids,
            source_status=tuple(status.value for status in where.source_status),
            in_force_on=where.in_force_on,
        )

    def _count(self, query: AggregateQuery, scope: RecordScope) -> AggregateAnswer:
        identifier = query.table.document_id
        matching = self._records.count_matching(identifier, scope, query.conditions)
        groups: list[AggregateGroup] = []
        if query.group_by is not None:
            counted = self._records.count_values(
                identifier, scope, query.group_by, query.conditions
            )
            groups = [AggregateGroup(value=one.value, count=one.count) for one in counted]
            if query.kind is AggregateKind.FEWEST:
                groups.sort(key=lambda group: (group.count, group.value))
        return AggregateAnswer(
            document_id=identifier,
            filename=query.table.filename,
            records=self._records.count_records(identifier, scope),
            matching=matching,
            conditions={name: list(values) for name, values in query.conditions.items()},
            group_by=query.group_by,
            groups=groups,
            answer=_phrase(query, groups, matching),
        )


def _phrase(query: AggregateQuery, groups: list[AggregateGroup], matching: int) -> str:
    conditions = " and ".join(
        f"{column} {' or '.join(values)}" for column, values in query.conditions.items()
    )
    where = f"of {query.table.filename}" + (f" with {conditions}" if conditions else "")
    if query.group_by is None:
        return f"{_records(matching)} {where}."
    if not groups:
        return f"no records {where}."
    shown = ", ".join(f"{group.value} {group.count}" for group in groups[:_SHOWN_GROUPS])
    more = f" and {len(groups) - _SHOWN_GROUPS} more" if len(groups) > _SHOWN_GROUPS else ""
    if query.kind is AggregateKind.COUNT:
        return f"{_records(matching)} {where}, by {query.group_by}: {shown}{more}."
    first = groups[0].count
    leaders = [group.value for group in groups if group.count == first]
    return (
        f"{' and '.join(leaders)} with {first} of {_records(matching)} {where}. "
        f"By {query.group_by}: {shown}{more}."
    )


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"
