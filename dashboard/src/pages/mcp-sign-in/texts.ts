/** Texts of the page where a user connects an MCP client. */
export const texts = {
  mcpSignInPage: {
    loading: 'the request',
    unknown: {
      title: 'Unknown request',
      text: 'It was already answered, has expired, or was started in another browser. Start again in your app.',
    },
    noOrganization: {
      title: 'You need an organization',
      text: 'Create or join an organization, then start again in your app.',
    },
  },
  mcpDecision: {
    title: (client: string) => `Allow ${client}?`,
    consequence: 'It acts on your behalf. You can revoke its access under Connect an agent.',
    app: 'App',
    publisher: 'Publisher',
    unverified: 'Unverified',
    redirectsTo: 'Redirects to',
    thisComputer: (host: string) => `This computer (${host})`,
    account: 'Account',
    organization: 'Organization',
    permissions: 'Permissions',
    scopes: {
      read: { label: 'Read', hint: 'View what you can see.' },
      write: { label: 'Read and write', hint: 'Also create, change, complete and delete.' },
    },
    warning: 'Allow only a request you just started yourself. If someone sent you here, deny it.',
    expired: 'This request has expired. Start again in your app.',
    deny: 'Deny',
    allow: 'Allow',
  },
}
