import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { PageTitle } from '../../ui/section.tsx'

export function AccountPage() {
  return (
    <>
      <PageTitle title="Account" text="Take your data with you, or leave." />
      <OwnProfile>
        {(profile) => (
          <>
            <ExportSection profile={profile} />
            <DeleteSection profile={profile} />
          </>
        )}
      </OwnProfile>
    </>
  )
}
