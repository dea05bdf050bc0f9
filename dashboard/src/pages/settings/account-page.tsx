import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { PageTitle } from '../../ui/section.tsx'
import { texts } from './texts.ts'

export function AccountPage() {
  return (
    <>
      <PageTitle title={texts.accountPage.title} text={texts.accountPage.intro} />
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
