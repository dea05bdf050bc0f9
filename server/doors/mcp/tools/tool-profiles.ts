/*
 * The tools, as they are listed: by category, in this order. An agent that is shown fewer tools chooses better, so a token
 * names what it wants to see: `full`, `core`, or categories. This file knows names alone and needs nothing else, because
 * credentials are checked against it and the dashboard offers them.
 */

export interface ToolCategory {
  /** What a profile calls it. */
  name: string
  title: string
  tools: readonly string[]
}

export const toolCategories: readonly ToolCategory[] = [
  {
    name: 'agents',
    title: 'Agents',
    tools: ['create_agent', 'list_agents', 'get_agent', 'update_agent', 'delete_agent'],
  },
  {
    name: 'tasks',
    title: 'Tasks',
    tools: [
      ...['create_task', 'list_tasks', 'get_task', 'update_task'],
      ...['claim_task', 'complete_task', 'delete_task'],
    ],
  },
  {
    name: 'projects',
    title: 'Projects',
    tools: ['create_project', 'list_projects', 'get_project', 'update_project', 'archive_project'],
  },
  {
    name: 'memory',
    title: 'Memory',
    tools: ['store_memory', 'search_memory', 'list_memories', 'delete_memory', 'clear_memory'],
  },
  {
    name: 'activity',
    title: 'Activity',
    tools: ['log_activity', 'list_activities', 'get_activity', 'restore_item'],
  },
  {
    name: 'decisions',
    title: 'Decisions',
    tools: ['log_decision', 'list_decisions', 'get_decision', 'resolve_decision'],
  },
  {
    name: 'sessions',
    title: 'Sessions',
    tools: ['create_session', 'resume_session', 'end_session', 'list_sessions'],
  },
  {
    name: 'notes',
    title: 'Notes',
    tools: ['create_note', 'list_notes', 'get_note', 'update_note', 'delete_note'],
  },
  {
    name: 'workflows',
    title: 'Skills & Workflows',
    tools: [
      ...['list_skills', 'get_skill', 'create_feature', 'get_feature'],
      ...['advance_feature', 'submit_review', 'list_features'],
    ],
  },
  {
    name: 'specs',
    title: 'Specs',
    tools: ['create_spec', 'list_specs', 'get_spec', 'update_spec'],
  },
  {
    name: 'repos',
    title: 'Code hosting',
    tools: ['connect_repo', 'create_pr', 'generate_agents_md', 'list_repos', 'sync_repo'],
  },
]

/** What an agent needs every day. */
export const core: ReadonlySet<string> = new Set([
  ...['create_task', 'list_tasks', 'get_task', 'update_task', 'claim_task', 'complete_task'],
  ...['list_projects', 'get_project', 'store_memory', 'search_memory'],
  ...['create_session', 'resume_session', 'end_session'],
])

/** What a profile can name besides `full` and `core`. */
export const categories = toolCategories.map(({ name }) => name)

const categoryOf = new Map(toolCategories.flatMap(({ name, tools }) => tools.map((tool) => [tool, name])))
const places = new Map([...categoryOf.keys()].map((tool, place) => [tool, place]))

/** Where a tool stands in the list. What no category knows comes last. */
export function placeOf(tool: string): number {
  return places.get(tool) ?? places.size
}

/** The words of a profile, each once. */
export function wordsOf(profile: string): string[] {
  return [...new Set(profile.split(','))].toSorted()
}

/** Whether a profile shows a tool. */
export function shows(profile: string, tool: string): boolean {
  return wordsOf(profile).some(
    (word) =>
      word === 'full' ||
      word === categoryOf.get(tool) ||
      (word === 'core' && core.has(tool)) ||
      // Tokens of before have it, when this was a category of its own.
      (word === 'trash' && tool === 'restore_item'),
  )
}
