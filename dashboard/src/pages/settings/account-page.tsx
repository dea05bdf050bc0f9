import { Loading } from '../../ui/spinner.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'
import { useProfile } from './own-profile.ts'
import { PageTitle } from './section.tsx'

export function AccountPage() {
  const profile = useProfile()
  if (!profile) return <Loading what="your account" />
  return (
    <>
      <PageTitle title="Account" text="Take your data with you, or leave." />
      <ExportSection profile={profile} />
      <DeleteSection profile={profile} />
    </>
  )
}
