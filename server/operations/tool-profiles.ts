/*
 * The tools by category, in list order. Agents choose better from fewer tools, so the profile of a token selects
 * `full`, `core` or categories. This file has no imports, because the credential checks and the dashboard use it.
 */

export interface ToolCategory {
  /** The name in a profile. */
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
      'create_task',
      'list_tasks',
      'get_task',
      'update_task',
      'claim_task',
      'complete_task',
      'delete_task',
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
      'list_skills',
      'get_skill',
      'create_feature',
      'get_feature',
      'advance_feature',
      'submit_review',
      'list_features',
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

/** The tools for everyday work. */
export const core: ReadonlySet<string> = new Set([
  'get_agent',
  'create_task',
  'list_tasks',
  'get_task',
  'update_task',
  'claim_task',
  'complete_task',
  'list_projects',
  'get_project',
  'store_memory',
  'search_memory',
  'create_session',
  'resume_session',
  'end_session',
])

/** The names that a profile can contain, besides `full` and `core`. */
export const categories = toolCategories.map(({ name }) => name)

const categoriesByTool = new Map(
  toolCategories.flatMap(({ name, tools }) => tools.map((tool) => [tool, name])),
)
const positions = new Map([...categoriesByTool.keys()].map((tool, position) => [tool, position]))

/** Returns the category of a tool, which a profile can name. */
export function categoryOf(tool: string): string | undefined {
  return categoriesByTool.get(tool)
}

/** Returns the position of a tool in the list. Tools without a category come last. */
export function positionOf(tool: string): number {
  return positions.get(tool) ?? positions.size
}

/** Returns the distinct names in a profile. */
export function wordsOf(profile: string): string[] {
  return [...new Set(profile.split(','))].toSorted()
}

/** Returns whether a profile includes a tool. */
export function includesTool(profile: string, tool: string): boolean {
  return wordsOf(profile).some(
    (word) =>
      word === 'full' ||
      word === categoryOf(tool) ||
      (word === 'core' && core.has(tool)) ||
      // Older tokens can have this former category.
      (word === 'trash' && tool === 'restore_item'),
  )
}
