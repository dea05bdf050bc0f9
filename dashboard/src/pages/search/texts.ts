/** Texts of the search page. The names of the kinds are in kinds.tsx. */
export const texts = {
  searchPage: {
    title: 'Search',
    label: 'Results',
    noun: 'results',
    noResults: { title: 'No results', text: 'Try fewer or different words.' },
    empty: {
      title: 'Search everything',
      text: 'Find tasks, notes, decisions, specs, memory and more by words or by meaning.',
    },
  },

  form: { label: 'Question', placeholder: 'Search or ask a question', ask: 'Ask' },

  facets: { label: 'Kinds', all: 'All' },

  answer: { title: 'Answer' },
}
