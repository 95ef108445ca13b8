"""Which documents are versions of one source."""

from collections.abc import Mapping

from ragstudio.records import SourceMetadata


def find_families(sources: Mapping[str, SourceMetadata]) -> dict[str, str]:
    """The name of the source of each document that shares one with another, by document id.

    Documents belong together where one names the other, or both the same third, as what it
    replaces, is replaced by or amends. `sources` has their metadata by document id.
    """
    parents: dict[str, str] = {}

    def find(name: str) -> str:
        parents.setdefault(name, name)
        while parents[name] != name:
            name = parents[name]
        return name

    for document_id, source in sources.items():
        names = (source.record_id, source.replaces, source.replaced_by, source.amends)
        for name in names:
            if name is not None:
                first, second = sorted((find(document_id), find(name)))
                parents[second] = first
    roots = [find(document_id) for document_id in sources]
    return {
        document_id: root
        for document_id, root in zip(sources, roots, strict=True)
        if roots.count(root) > 1
    }
