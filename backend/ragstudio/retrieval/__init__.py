"""The question's path: filters, candidates, fusion, reranking, threshold, decision, trace."""
