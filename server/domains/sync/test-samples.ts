import type { SyncKindName } from '../../operations/sync-kind.ts'

/** An item to create and change on a device. `ids` has the ids of the samples before it, by name. */
export interface Sample {
  name: string
  kind: SyncKindName
  fields(ids: Record<string, string>): Record<string, unknown>
  changes?(ids: Record<string, string>): Record<string, unknown>
}

const dueAt = '2031-12-24T17:00:00.000Z'
const later = '2032-01-06T09:30:00.000Z'
const texts = { title: 'First', description: '# Why\n\nBecause.' }
const newTexts = { title: 'Second', description: '# Why\n\nFor a reason.' }

/** Items of all kinds and of all audiences, parents before children. */
export const samples: Sample[] = [
  {
    name: 'project',
    kind: 'project',
    fields: () => ({
      name: 'Synced',
      slug: 'synced',
      key: 'SYN',
      description: 'On devices.',
      settings: { color: 'red' },
      visibility: 'private',
    }),
    changes: ({ team }) => ({
      name: 'Synced again',
      description: 'On all devices.',
      settings: { color: 'blue' },
      visibility: 'team',
      team,
    }),
  },
  {
    name: 'personal skill',
    kind: 'skill',
    fields: () => ({ name: 'Own', slug: 'own', content: 'Mine.', scope: 'personal' }),
  },
  {
    name: 'public skill',
    kind: 'skill',
    fields: () => ({ name: 'Public', slug: 'for-all', content: 'For all.', scope: 'public' }),
  },
  {
    name: 'team skill',
    kind: 'skill',
    fields: ({ team }) => ({
      name: 'Review',
      slug: 'review',
      description: 'How to review.',
      content: 'Read it.',
      tags: ['code'],
      scope: 'team',
      team,
      files: [{ path: 'a.sh', content: 'true' }],
    }),
    changes: ({ 'other team': team }) => ({
      name: 'Reviews',
      slug: 'reviews',
      description: 'How to review well.',
      content: 'Read it twice.',
      tags: ['code', 'review'],
      team,
      files: [{ path: 'b.sh', content: 'false' }],
    }),
  },
  {
    name: 'agent',
    kind: 'agent',
    fields: (ids) => ({
      name: 'Robot',
      role: 'Reviews.',
      instructions: 'Be kind.',
      skills: [ids['public skill'], ids['personal skill']],
      memoryScope: 'project',
      model: 'large',
      dailyBudget: 100,
    }),
    changes: (ids) => ({
      name: 'Robot 2',
      role: 'Reviews code.',
      instructions: 'Be kinder.',
      skills: [ids['team skill'], ids['public skill']],
      memoryScope: 'agent',
      model: 'small',
      dailyBudget: null,
    }),
  },
  {
    name: 'epic',
    kind: 'epic',
    fields: ({ project }) => ({ project, ...texts, status: 'planned', labels: ['a'], dueAt }),
    changes: () => ({ ...newTexts, status: 'active', labels: ['b'], dueAt: null }),
  },
  {
    name: 'other epic',
    kind: 'epic',
    fields: ({ project }) => ({ project, title: 'Other' }),
  },
  {
    name: 'story',
    kind: 'story',
    fields: ({ project, epic }) => ({ project, epic, ...texts, status: 'planned', labels: ['a'], dueAt }),
    changes: (ids) => ({
      epic: ids['other epic'],
      ...newTexts,
      status: 'active',
      labels: ['b'],
      dueAt: later,
    }),
  },
  {
    name: 'feature',
    kind: 'feature',
    fields: ({ project }) => ({ project, ...texts, kind: 'bug', workflow: 'hotfix' }),
    changes: () => ({ ...newTexts, kind: 'chore', status: 'cancelled' }),
  },
  {
    name: 'cancelled feature',
    kind: 'feature',
    fields: ({ project }) => ({ project, title: 'Cancelled', status: 'cancelled' }),
  },
  {
    name: 'task',
    kind: 'task',
    fields: ({ project, ada }) => ({
      project,
      ...texts,
      status: 'backlog',
      priority: 'low',
      type: 'bug',
      labels: ['a'],
      estimate: 2.5,
      dueAt,
      assignee: ada,
      story: null,
      feature: null,
    }),
    changes: ({ agent, story, feature }) => ({
      ...newTexts,
      status: 'complete',
      priority: 'high',
      type: 'chore',
      labels: ['b', 'c'],
      estimate: null,
      dueAt: later,
      assignee: agent,
      story,
      feature,
    }),
  },
  {
    name: 'spec',
    kind: 'spec',
    fields: ({ project }) => ({ project, title: 'Spec', content: 'One.\n', status: 'draft' }),
    changes: () => ({ title: 'Spec 2', content: 'Two.\n', status: 'review' }),
  },
  {
    name: 'approved spec',
    kind: 'spec',
    fields: ({ project }) => ({ project, title: 'Approved', content: 'One.\n', status: 'approved' }),
  },
  {
    name: 'decision',
    kind: 'decision',
    fields: ({ project }) => ({
      project,
      title: 'Decide',
      context: 'Now.',
      rationale: 'Since.',
      alternatives: [{ title: 'Wait', reason: 'Slow.' }],
      outcome: '',
      status: 'proposed',
      tags: ['a'],
    }),
    changes: () => ({
      title: 'Decide soon',
      context: 'Soon.',
      rationale: 'As.',
      alternatives: [],
      tags: ['b'],
    }),
  },
  {
    name: 'decision of the organization',
    kind: 'decision',
    fields: () => ({ project: null, title: 'For all', outcome: 'Yes.', status: 'accepted' }),
  },
  {
    name: 'private note',
    kind: 'note',
    fields: () => ({ project: null, title: 'Mine', content: 'My own.' }),
  },
  {
    name: 'note',
    kind: 'note',
    fields: () => ({
      title: 'Note',
      content: 'One.',
      tags: ['a'],
      links: ['https://example.com'],
      pinned: false,
    }),
    changes: ({ project, 'private note': note }) => ({
      project,
      title: 'Note 2',
      content: 'Two.',
      tags: ['b'],
      links: [note],
      pinned: true,
    }),
  },
  {
    name: 'private session',
    kind: 'session',
    fields: () => ({ project: null, title: 'Alone', goals: [{ text: 'Rest', done: true }] }),
  },
  {
    name: 'session',
    kind: 'session',
    fields: ({ project, agent }) => ({
      project,
      agent,
      title: 'Work',
      context: 'Here.',
      goals: [{ text: 'Finish', done: false }],
    }),
    changes: () => ({ title: 'More work', context: 'There.', goals: [{ text: 'Finish', done: true }] }),
  },
  {
    name: 'private memory',
    kind: 'memory',
    fields: ({ 'private session': session }) => ({ scope: 'session', session, content: 'Mine alone.' }),
  },
  {
    name: 'memory of the agent',
    kind: 'memory',
    fields: ({ agent }) => ({ scope: 'agent', agent, project: null, content: 'Of the robot.' }),
  },
  {
    name: 'memory',
    kind: 'memory',
    fields: ({ project, session }) => ({
      scope: 'session',
      project,
      session,
      kind: 'fact',
      content: 'Of the session.',
      tags: ['a'],
      importance: 0.1,
      validFrom: null,
      validUntil: later,
      expiresAt: null,
      supersededBy: null,
    }),
    changes: (ids) => ({
      kind: 'procedure',
      content: 'Of that session.',
      tags: ['b'],
      importance: 0.9,
      validFrom: dueAt,
      validUntil: null,
      expiresAt: later,
      supersededBy: ids['memory of the agent'],
    }),
  },
  {
    name: 'private conversation',
    kind: 'ai_session',
    fields: () => ({ project: null, title: 'Between us' }),
  },
  {
    name: 'conversation',
    kind: 'ai_session',
    fields: ({ project }) => ({ project, title: 'About it' }),
    changes: () => ({ title: 'More about it' }),
  },
]
