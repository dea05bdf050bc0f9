/** What activity is about, by the beginning of its type. */
export const activityKinds: Record<string, string> = {
  task: 'Tasks',
  feature: 'Features',
  comment: 'Comments',
  project: 'Projects',
  note: 'Notes',
  decision: 'Decisions',
  spec: 'Specs',
  skill: 'Skills',
  memory: 'Memory',
  session: 'Sessions',
  agent: 'Agents',
  activity: 'What agents noted',
  team: 'Teams',
  member: 'Members',
}
