import { useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PublicUrl } from '../../ui/public-url.tsx'
import { PageTitle, Section } from '../../ui/section.tsx'
import { OwnProfile } from './own-profile.tsx'
import { PublicProfileForm } from './public-profile-form.tsx'
import { texts } from './texts.ts'

/** The public profile of the user: its switch, its details and its URL. */
export function PublicProfilePage() {
  const { publicProfile } = texts
  return (
    <>
      <PageTitle title={publicProfile.title} text={publicProfile.intro} />
      <Loaded query={useRead('profiles.getOwn', {})} noun={publicProfile.loading}>
        {(settings) => (
          <>
            <OwnProfile>
              {(profile) => <PublicProfileForm settings={settings} profile={profile} />}
            </OwnProfile>
            <Section
              title={publicProfile.url}
              text={settings.public ? publicProfile.urlHint : publicProfile.urlOff}
            >
              {settings.public && <PublicUrl path={settings.url} />}
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}
