/** Texts of the list of skills, and of the pages and dialogs of one skill. */
export const texts = {
  /** The author of built-in skills. */
  baton: 'Baton',

  scopes: {
    personal: 'Private',
    team: 'Team',
    public: 'Public',
    'built-in': 'Built in',
  },

  fields: {
    name: 'Name',
    namePlaceholder: 'Review a change',
    description: 'Description',
    descriptionHint: 'Agents use it to decide when to read the skill.',
    instructions: 'Instructions',
    files: 'Files',
  },

  filesField: {
    hint: 'Text files that the instructions refer to by path.',
    add: 'Add file',
    choose: 'Choose files…',
    chooser: 'Files to add',
    tooLarge: (name: string) => `${name} is too large. The limit for all files together is 512 KiB.`,
    path: (number: number) => `Path of file ${number}`,
    file: (number: number) => `file ${number}`,
    remove: (file: string) => `Remove ${file}`,
    content: (file: string) => `Text of ${file}`,
  },

  skillsPage: {
    title: 'Skills',
    search: 'Search skills',
    scopeFilter: 'Filter by scope',
    allScopes: 'All scopes',
    import: 'Import…',
    create: 'New skill',
    noun: 'skills',
    by: (owner: string) => ` by ${owner}`,
    empty: {
      title: 'No skills yet',
      text: 'Write instructions for your agents, or import a folder with a SKILL.md.',
    },
    noMatches: { title: 'No matching skills', text: 'Clear the filters to see all skills.' },
  },

  newSkill: {
    title: 'New skill',
    /** Initial instructions, in Markdown. */
    outline: '## When to use it\n\n\n## Steps\n\n1. ',
    create: 'Create skill',
  },

  skillPage: { export: 'Export', changeScope: 'Change scope…' },

  aside: { slug: 'Slug', team: 'Team' },

  files: {
    title: 'Files',
  },

  scopeFields: {
    scope: 'Scope',
    personal: { name: 'Private', description: 'Only you and your agents can use it.' },
    team: { name: 'Team', description: 'Team members and administrators can use and edit it.' },
    public: {
      name: 'Public',
      description: 'All organizations can use it. Anyone with the URL can read it without an account.',
    },
    teamField: 'Team',
    chooseTeam: 'Select a team',
  },

  scopeDialog: {
    title: (name: string) => `Scope of ${name}`,
    save: 'Save',
    saved: {
      personal: (name: string) => `${name} is now private.`,
      team: (name: string) => `Shared ${name} with the team.`,
      public: (name: string) => `${name} is now public.`,
    },
  },

  importDialog: {
    title: 'Import skill',
    archive: 'Zip file',
    archiveHint: 'A folder with a SKILL.md and its text files.',
    replace: 'If a skill with this slug exists, add a revision to it',
    progress: 'Upload progress',
    import: 'Import',
    imported: (name: string) => `Imported ${name}.`,
    importedRevision: (name: string, revision: number) => `Imported ${name} as revision ${revision}.`,
  },

  publicSkill: {
    noun: 'skill',
    byline: (author: string, revision: number) => `Skill by ${author}, revision ${revision}`,
  },
}
