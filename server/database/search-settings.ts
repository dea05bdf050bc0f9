/**
 * Settings of the vector index for every connection of both engines. A search starts with 200 candidates. If too few of
 * them match the other conditions of the query, it continues up to a limit, beyond which a sequential scan is faster.
 */
export const searchSettings = [
  'hnsw.ef_search=200',
  'hnsw.iterative_scan=relaxed_order',
  'hnsw.max_scan_tuples=4000',
  // The minimum similarity of a misspelled word to the correct one.
  'pg_trgm.word_similarity_threshold=0.45',
]
