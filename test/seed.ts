/** Seed of random tests. It is fixed, so that a failure comes from the change under test. TEST_SEED selects another. */
export const seed = Number(process.env.TEST_SEED ?? 1)
