import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../queries.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'

/** Frames the administration of the instance. Others see a missing page. */
export function AdminFrame() {
  const me = useQuery(meQuery).data
  if (!me) return null
  // The server rejects administration during an impersonation.
  if (me.user.role !== 'admin' || me.credential.kind !== 'session') return <NotFound />
  return <SettingsFrame />
}
