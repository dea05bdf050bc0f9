import { ProfileImages } from '../images/profile-images.tsx'
import { EmailSection } from './email-section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PageTitle } from '../../ui/section.tsx'
import { texts } from './texts.ts'

export function ProfilePage() {
  return (
    <>
      <PageTitle title={texts.profilePage.title} text={texts.profilePage.intro} />
      <OwnProfile>
        {(profile) => (
          <>
            <ProfileImages profile={profile} />
            <ProfileForm profile={profile} />
            <EmailSection profile={profile} />
          </>
        )}
      </OwnProfile>
    </>
  )
}
