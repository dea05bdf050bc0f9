/** The events of tunnels and their runs. Only the owner of the machine can read them, and the requester those of a run. */
export const tunnelEvents = {
  'tunnel.registered': 'A user registered a machine.',
  'tunnel.claimed': 'A machine claimed its tunnel with a one-time code.',
  'tunnel.connected': 'A machine connected.',
  'tunnel.disconnected': 'A machine disconnected.',
  'tunnel.declared': 'The permission file of a machine changed.',
  'tunnel.updated': 'A machine was renamed.',
  'tunnel.revoked': 'A tunnel was revoked. Its machine can no longer connect.',
  'tunnel_run.requested': 'A user or agent requested an action on a machine.',
  'tunnel_run.asked': "An action waits for the consent of the machine's owner.",
  'tunnel_run.decided': "The machine's owner allowed or refused an action: see data.decision.",
  'tunnel_run.started': 'An action started on a machine.',
  'tunnel_run.cancelled':
    'An action was cancelled. tunnel_run.ended follows when the machine has stopped it.',
  'tunnel_run.ended': 'An action ended: see data.state.',
} as const
