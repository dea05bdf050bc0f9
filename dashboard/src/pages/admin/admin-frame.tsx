import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../queries.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PagesFrame } from '../../ui/pages-frame.tsx'
import { adminPages } from './admin-pages.ts'
import { texts } from './texts.ts'

/** Frames the administration of the instance. Others see a missing page. */
export function AdminFrame() {
  const me = useQuery(meQuery).data
  if (!me) return null
  // The server rejects administration during an impersonation.
  if (me.user.role !== 'admin' || me.credential.kind !== 'session') return <NotFound />
  return <PagesFrame label={texts.adminFrame.navigation} pages={adminPages} />
}
