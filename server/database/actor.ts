export interface Named {
  id: string
  name: string
}

/** The actor of a change, as stored in the journal: an agent on behalf of a user, a user, or the system. */
export interface Actor {
  kind: 'user' | 'agent' | 'system'
  id: string | null
  name: string
  onBehalfOf: Named | null
  impersonatedBy: Named | null
  /** The name of the API key or MCP token that was used. */
  via: string | null
}

/** The actor of changes that no user or agent caused. */
export const system: Actor = {
  kind: 'system',
  id: null,
  name: 'Baton',
  onBehalfOf: null,
  impersonatedBy: null,
  via: null,
}
