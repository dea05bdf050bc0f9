/** Texts of the workflows of an organization. */
export const texts = {
  workflowsPage: {
    title: 'Workflows',
    text: 'A workflow defines the gates of a feature and their requirements. Changes apply to new features only.',
    noun: 'workflows',
    create: 'New workflow',
    builtIn: 'Built in',
    actions: (name: string) => `Actions for ${name}`,
    edit: 'Edit',
    duplicate: 'Duplicate',
    delete: 'Delete',
    gates: (name: string) => `Gates of ${name}`,
    noRequirements: 'No requirements.',
  },

  workflowChanges: {
    deleted: (name: string) => `Deleted ${name}.`,
    restored: (name: string) => `Restored ${name}.`,
  },

  workflowPage: {
    newTitle: 'New workflow',
    duplicateTitle: (name: string) => `New workflow from ${name}`,
    text: 'Changes apply to new features. Existing features keep their gates.',
    builtIn: "Built-in workflows can't be changed. Duplicate this workflow to change its gates.",
    notFound: {
      title: 'Workflow not found',
      text: 'It was deleted, or the URL is wrong.',
      all: 'All workflows',
    },
  },

  workflowForm: {
    label: 'Workflow',
    subject: 'The workflow',
    name: 'Name',
    description: 'Description',
    gates: 'Gates in order',
    addGate: 'Add gate',
    create: 'Create workflow',
    save: 'Save workflow',
    saved: (name: string) => `Saved ${name}.`,
  },

  gateEditor: {
    legend: (number: number) => `Gate ${number}`,
    unnamed: (number: number) => `gate ${number}`,
    name: 'Name',
    namePlaceholder: 'build',
    instructions: 'Instructions',
    moveUp: (gate: string) => `Move ${gate} up`,
    moveDown: (gate: string) => `Move ${gate} down`,
    remove: (gate: string) => `Remove ${gate}`,
    requirements: (gate: string) => `Requirements of ${gate}`,
    addRequirement: 'Add requirement',
    addRequirementTo: (gate: string) => `Add requirement to ${gate}`,
    kinds: { evidence: 'Evidence', tasks: 'Finished tasks', reviews: 'Approvals' },
  },

  requirementEditor: {
    remove: (requirement: string) => `Remove requirement: ${requirement}`,
    approvers: 'Approvers',
    approversHuman: 'Signed-in people',
    approversAnyone: 'People or agents',
    evidenceTypes: 'Evidence types',
    verifiedOnly: 'Verified evidence only',
    count: 'Required number',
  },
}
