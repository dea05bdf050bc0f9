type ItemAction = (item: string) => string

const countEntries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

/**
 * Sentences of events. Each action is the rest of a sentence that starts with the actor: "Ada released ENG-1". `item` is
 * the key or name of the subject.
 */
export const actionTexts = {
  actor: {
    agentFor: (agent: string, owner: string) => `${agent} for ${owner}`,
    withToken: (name: string, token: string) => `${name} via ${token}`,
    onBehalfOf: (owner: string) => ` on behalf of ${owner}`,
    via: (token: string) => ` via ${token}`,
    impersonatedBy: (administrator: string) => ` (impersonated by ${administrator})`,
  },

  list: (first: string[], last: string | undefined) => `${first.join(', ')} and ${last}`,

  fieldNames: {
    dueAt: 'due date',
    assigneeUserId: 'assignee',
    assigneeAgentId: 'assignee',
    storyId: 'story',
    featureId: 'feature',
    epicId: 'epic',
    completionNotes: 'completion notes',
    teamId: 'team',
    archivedAt: 'archive status',
    publicSections: 'public sections',
  } as Record<string, string>,

  /** By the last part of the event type. Other verbs are used as they are. */
  verbs: {
    updated: 'changed',
    purged: 'permanently deleted',
    unshared: 'stopped sharing',
    declared: 'changed the permissions of',
    asked: 'asked for consent to',
    decided: 'decided about',
  } as Record<string, string>,

  /** By kind. Other kinds are used as they are. */
  kinds: {
    tunnel: 'machine',
    tunnel_run: 'run',
    code_host: 'code host',
    ai_session: 'conversation',
    ai_settings: 'AI settings',
  } as Record<string, string>,

  anyAction: {
    logged: (description: string) => `logged: ${description}`,
    sentence: (verb: string, item: string) => `${verb} ${item}`,
    named: (kind: string, name: string) => `the ${kind} ${name}`,
    unnamed: (kind: string) => `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`,
    changed: (item: string) => `changed ${item}`,
    changedFields: (fields: string, item: string) => `changed ${fields} of ${item}`,
    renamed: (item: string) => `renamed ${item}`,
    moved: (item: string, status: string) => `moved ${item} to ${status}`,
    reordered: (item: string) => `reordered ${item}`,
    movedToEpic: (item: string) => `moved ${item} to another epic`,
  },

  taskActions: {
    claimed: (item: string) => `claimed ${item}`,
    takenOver: (item: string, from: string) => `took over ${item} from ${from}`,
    released: (item: string) => `released ${item}`,
    unblocked: (item: string) => `unblocked ${item}`,
    watched: (item: string) => `started to watch ${item}`,
    unwatched: (item: string) => `stopped watching ${item}`,
    linked: (item: string, link: string) => `added a link: ${item} ${link}`,
    unlinked: (item: string, link: string) => `removed a link: ${item} no longer ${link}`,
    links: {
      blocks: 'blocks',
      blocked_by: 'is blocked by',
      relates: 'relates to',
      duplicates: 'duplicates',
      duplicated_by: 'is duplicated by',
    } as Record<string, string>,
    linkedTask: (link: string | undefined, task: string) => `${link} ${task}`,
    hiddenTask: 'a task in another project',
    prioritized: (item: string, priority: string) => `set the priority of ${item} to ${priority}`,
    assigned: (item: string) => `assigned ${item}`,
    unassigned: (item: string) => `unassigned ${item}`,
    addedToStory: (item: string) => `added ${item} to a story`,
    removedFromStory: (item: string) => `removed ${item} from its story`,
  },

  commentActions: {
    created: (item: string) => `commented on ${item}`,
    other: (verb: string, item: string) => `${verb} a comment on ${item}`,
  },

  teamActions: {
    joined: 'joined the team',
    added: (name: string | undefined) => `added ${name} to the team`,
    left: 'left the team',
    removed: (name: string | undefined) => `removed ${name} from the team`,
    changedRole: (name: string | undefined) => `changed the team role of ${name}`,
  },

  shareActions: {
    published: (project: string) => `made the project ${project} public`,
    unpublished: (project: string) => `stopped sharing the project ${project} with the public`,
    team: (name: string | undefined) => `the team ${name}`,
    shared: (project: string, recipient: string, role: string) =>
      `shared the project ${project} with ${recipient} as ${role}`,
    unshared: (project: string, recipient: string) =>
      `stopped sharing the project ${project} with ${recipient}`,
  },

  agentActions: {
    renamed: (from: string, to: string) => `renamed the agent ${from} to ${to}`,
  },

  questionActions: {
    asked: (task: string | undefined, question: string) =>
      `asked${task ? ` about ${task}` : ''}: ${question}`,
    answered: (asker: string, task: string | undefined, answer: string) =>
      `answered ${asker}${task ? ` about ${task}` : ''}: ${answer}`,
  },

  memoryActions: {
    stored: 'stored a memory entry',
    superseded: 'superseded a memory entry',
    updated: 'changed a memory entry',
    deleted: 'deleted a memory entry',
    restored: 'restored a memory entry',
    purged: 'permanently deleted a memory entry',
    cleared: (kind: string, name: string, count: number | undefined) =>
      `cleared the memory of the ${kind} ${name}${count === undefined ? '' : ` (${countEntries(count)})`}`,
    archived: (agent: string) => `archived the memory of ${agent}`,
    discarded: (agent: string) => `moved the memory of ${agent} to the trash`,
    returned: (agent: string) => `restored the memory of ${agent}`,
  },

  sessionActions: {
    'session.created': (session) => `started the session ${session}`,
    'session.checkpointed': (session) => `saved a checkpoint of the session ${session}`,
    'session.paused': (session) => `paused the session ${session}`,
    'session.resumed': (session) => `resumed the session ${session}`,
    'session.ended': (session) => `ended the session ${session}`,
  } as Record<string, ItemAction>,

  featureActions: {
    unknownGate: 'a gate',
    advanced: (item: string, from: string, to: string) => `advanced ${item} from ${from} to ${to}`,
    finished: (item: string) => `finished ${item}`,
    overridden: (item: string, gate: string, reason: string | undefined) =>
      `overrode the gate ${gate} of ${item}: ${reason}`,
    returned: (item: string, gate: string) => `returned ${item} to ${gate}`,
    reopenedGate: (item: string, gate: string, finding: string | undefined) =>
      `reopened the gate ${gate} of ${item}: ${finding}`,
    cancelled: (item: string) => `cancelled ${item}`,
    started: (item: string) => `started ${item}`,
    reopened: (item: string) => `reopened ${item}`,
    approved: (item: string, gate: string) => `approved ${item} at ${gate}`,
    commented: (item: string, gate: string) => `commented on ${item} at ${gate}`,
    requestedChanges: (item: string, gate: string) => `requested changes to ${item} at ${gate}`,
    requestedChangesAndReturned: (item: string, gate: string, backTo: string) =>
      `requested changes to ${item} at ${gate} and returned it to ${backTo}`,
  },

  evidenceActions: {
    added: (evidence: string, item: string, gate: string) =>
      `added evidence for ${gate} of ${item}: ${evidence}`,
    results: { verified: ', verified', failed: ', failed', unverified: '' },
    checked: (item: string) => `checked evidence of ${item} again`,
    deleted: (item: string) => `removed evidence of ${item}`,
    restored: (item: string) => `restored evidence of ${item}`,
    purged: (item: string) => `permanently deleted evidence of ${item}`,
  },

  noteActions: {
    created: (title: string) => `created the note “${title}”`,
    madePrivate: (title: string) => `made the note “${title}” private`,
    moved: (title: string) => `moved the note “${title}” to a project`,
    published: (title: string) => `published the note “${title}”`,
    unpublished: (title: string) => `unpublished the note “${title}”`,
    updated: (title: string) => `changed the note “${title}”`,
    pinned: (title: string) => `pinned the note “${title}”`,
    unpinned: (title: string) => `unpinned the note “${title}”`,
  },

  decisionActions: {
    accepted: (key: string) => `logged ${key} as accepted`,
    proposed: (key: string) => `proposed ${key}`,
    discussed: (key: string) => `commented on ${key}`,
    superseded: (key: string, successor: string) => `superseded ${key} with ${successor}`,
    unknownSuccessor: 'another decision',
  },

  specActions: {
    linked: (key: string, item: string | undefined) => `linked ${key} to ${item}`,
    unlinked: (key: string, item: string | undefined) => `unlinked ${key} from ${item}`,
    revised: (key: string) => `revised ${key}`,
    revisedBecause: (key: string, reason: string) => `revised ${key}: ${reason}`,
  },

  skillActions: { revised: (slug: string) => `revised the skill ${slug}` },

  repoActions: {
    connected: (name: string) => `connected the repository ${name}`,
    synced: (name: string) => `synced the repository ${name}`,
    failed: (name: string) => `couldn't sync the repository ${name}`,
    indexed: (name: string) => `indexed the code of ${name}`,
    described: (file: string, name: string) => `generated ${file} for the repository ${name}`,
    proposed: (number: number, name: string) => `opened pull request #${number} in ${name}`,
    disconnected: (name: string) => `disconnected the repository ${name}`,
    updated: (name: string) => `changed the connection of the repository ${name}`,
    reconnected: (name: string) => `reconnected the repository ${name}`,
  },

  organizationActions: {
    'conflict.created': (item) => `changed ${item} at the same time as another device`,
    'conflict.resolved': (item) => `resolved a conflict in ${item}`,
    'user.registered': () => 'created an account',
    'user.verified': () => 'verified their email address',
    'user.updated': () => 'changed their profile',
    'user.closed': () => 'scheduled their account for erasure',
    'user.kept': () => 'cancelled the erasure of their account',
    'password.changed': () => 'changed their password',
    'identity.connected': () => 'connected an account of a sign-in provider',
    'identity.disconnected': () => 'disconnected an account of a sign-in provider',
    'login.started': () => 'signed in',
    'login.ended': () => 'signed out a device',
    'impersonation.started': () => 'started to impersonate you',
    'impersonation.ended': () => 'ended the impersonation',
    'user.promoted': () => 'made you an administrator of the instance',
    'user.demoted': () => 'removed your administrator role',
    'subscription.updated': () => 'set your subscription',
    'subscription.ended': () => 'ended your subscription',
    'user.inspected': () => 'listed your notes',
    'password.reset': () => 'voided your password',
    'code.viewed': () => 'viewed your sign-in code',
    'message.sent': () => 'sent you a message',
    'passkey.added': () => 'added a passkey',
    'passkey.renamed': () => 'renamed a passkey',
    'passkey.deleted': () => 'removed a passkey',
    'second_factor.enabled': () => 'turned on their second factor',
    'second_factor.updated': () => 'changed their authenticator app',
    'second_factor.disabled': () => 'turned off their second factor',
    'second_factor.reset': () => 'reset the second factor of an account',
    'second_factor.failed': () => 'ended a sign-in after too many wrong codes',
    'recovery_codes.replaced': () => 'created new recovery codes',
    'recovery_codes.used': () => 'signed in with a recovery code',
    'remembered_device.added': () => 'remembered a device',
    'remembered_device.removed': () => 'removed a remembered device',
    'preferences.updated': () => 'changed their preferences',
    'mcp_token.connected': (token) => `called the first tool with the token ${token}`,
    'mcp_token.created': (token) => `created the token ${token}`,
    'mcp_token.revoked': (token) => `revoked the token ${token}`,
    'mcp_token.updated': (token) => `changed the token ${token}`,
    'api_key.created': (key) => `created the API key ${key}`,
    'api_key.revoked': (key) => `revoked the API key ${key}`,
    'integration.connected': (provider) => `connected ${provider}`,
    'integration.updated': (provider) => `changed the connection to ${provider}`,
    'integration.disconnected': (provider) => `disconnected ${provider}`,
    'invitation.sent': () => 'sent an invitation',
    'invitation.resent': () => 'resent an invitation',
    'invitation.revoked': () => 'revoked an invitation',
    'invitation.accepted': () => 'accepted an invitation',
    'invitation.declined': () => 'declined an invitation',
    'member.joined': () => 'joined the organization',
    'member.updated': (member) => `changed the role of ${member}`,
    'member.removed': (member) => `removed ${member} from the organization`,
    'member.left': () => 'left the organization',
    'onboarding.advanced': () => 'completed an onboarding step',
    'onboarding.completed': () => 'finished the onboarding',
    'organization.created': () => 'created the organization',
    'organization.updated': () => 'changed the organization',
    'organization.transferred': () => 'transferred the organization to another member',
    'organization.switched': () => 'switched to another organization',
    'sandbox.created': () => 'created the sandbox',
    'sandbox.wiped': () => 'emptied the sandbox',
    'team.switched': () => 'switched their current team',
    'webhook.created': (webhook) => `created the webhook ${webhook}`,
    'webhook.updated': (webhook) => `changed the webhook ${webhook}`,
    'webhook.rotated': (webhook) => `rotated the secret of the webhook ${webhook}`,
    'webhook.enabled': (webhook) => `enabled the webhook ${webhook}`,
    'webhook.disabled': (webhook) => `disabled the webhook ${webhook}`,
    'webhook.deleted': (webhook) => `deleted the webhook ${webhook}`,
    'ai_session.asked': (conversation) => `asked a question in the conversation ${conversation}`,
    'ai_session.answered': (conversation) => `got an answer in the conversation ${conversation}`,
    'ai_session.decided': (conversation) =>
      `decided about a proposed change in the conversation ${conversation}`,
    'workspace_project.added': () => 'added a project to a workspace',
    'workspace_project.removed': () => 'removed a project from a workspace',
    'workspace_folder.noted': () => 'set the folder of a workspace on a device',
    'workspace_folder.removed': () => 'removed the folder of a workspace from a device',
  } as Record<string, ItemAction>,
}
