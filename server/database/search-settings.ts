/**
 * How the index of vectors is searched, on every connection of either engine: among 200 candidates at a time, and as long
 * as the other conditions of a query leave too few of them, among more, up to a bound after which it is quicker to look
 * at each entry.
 */
export const searchSettings = [
  'hnsw.ef_search=200',
  'hnsw.iterative_scan=relaxed_order',
  'hnsw.max_scan_tuples=4000',
  // How much a misspelled word must have in common with the right one.
  'pg_trgm.word_similarity_threshold=0.45',
]
