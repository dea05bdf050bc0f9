import { ProfileImages } from '../images/profile-images.tsx'
import { EmailSection } from './email-section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PageTitle } from '../../ui/section.tsx'

export function ProfilePage() {
  return (
    <>
      <PageTitle title="Profile" text="How others see you, and where your mail goes." />
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
