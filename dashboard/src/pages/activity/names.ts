/** What activity is about, by how its types begin. */
export const activityKinds: Record<string, string> = {
  'task.': 'Tasks',
  'feature.': 'Features',
  'comment.': 'Comments',
  'project.': 'Projects',
  'note.': 'Notes',
  'decision.': 'Decisions',
  'spec.': 'Specs',
  'skill.': 'Skills',
  'repo.': 'Repositories',
  'memory.': 'Memory',
  'session.': 'Sessions',
  'agent.': 'Agents',
  'activity.logged': 'What was logged',
  'team.': 'Teams',
  'member.': 'Members',
}
