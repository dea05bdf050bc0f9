/** Settings of every session on both engines. Plans of the hot statements depend on them (`test/*-at-scale.test.ts`). */
export const sessionSettings = [
  // The minimum similarity of a misspelled word to the correct one.
  'pg_trgm.word_similarity_threshold=0.45',
  // The default of 4 is for disks that seek. It makes the planner avoid the index of one project in favor of the
  // primary key, and read all newer tasks of other projects. See docs/decisions/0005-small-choices.md.
  'random_page_cost=1.1',
]
