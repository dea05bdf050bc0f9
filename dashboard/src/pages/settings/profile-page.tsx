import { Loading } from '../../ui/spinner.tsx'
import { ProfilePictures } from '../images/profile-pictures.tsx'
import { EmailSection } from './email-section.tsx'
import { useProfile } from './own-profile.ts'
import { ProfileForm } from './profile-form.tsx'
import { PageTitle } from './section.tsx'

export function ProfilePage() {
  const profile = useProfile()
  if (!profile) return <Loading what="your profile" />
  return (
    <>
      <PageTitle title="Profile" text="How others see you, and where your mail goes." />
      <ProfilePictures profile={profile} />
      <ProfileForm profile={profile} />
      <EmailSection profile={profile} />
    </>
  )
}
