import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { roleNames } from '../../../roles.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Person } from '../../../ui/person.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { Day, Time } from '../../../ui/time.tsx'
import { PersonBadges } from './people-page.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonNotes, PersonProjects, PersonTeams } from './person-items.tsx'
import { PersonLogins } from './person-logins.tsx'
import { type AdministeredPerson, personQuery } from './queries.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import { texts } from './texts.ts'

const labels = texts.person

/** One person, with their account and everything an administrator can do with it. */
export function PersonPage() {
  const { user } = useParams({ from: '/shell/admin/people/$user' })
  const back = <TextLink to="/admin/people">{labels.back}</TextLink>
  return (
    <Loaded query={useQuery(personQuery(user))} noun={labels.loading} errorLink={back}>
      {(person) => (
        <>
          <title>{`${person.name} · Baton`}</title>
          <h1 className="mb-4 text-lg">
            <Person
              kind="user"
              id={person.id}
              name={person.name}
              imageUrl={person.avatarUrl}
              detail={person.username}
              badges={<PersonBadges person={person} />}
            />
          </h1>
          <PersonActions person={person} />
          <div className="mt-6">
            <AccountFacts person={person} />
          </div>
          <Organizations person={person} />
          <SubscriptionSection person={person} />
          <PersonLogins person={person} />
          <PersonTeams user={person.id} />
          <PersonProjects user={person.id} />
          <PersonNotes user={person.id} />
        </>
      )}
    </Loaded>
  )
}

function AccountFacts({ person }: { person: AdministeredPerson }) {
  const { signInMethods: methods } = person
  const names = [
    ...(methods.password ? [labels.password] : []),
    ...(methods.passkeys > 0 ? [labels.passkeys(methods.passkeys)] : []),
    ...methods.providers,
  ]
  return (
    <Facts>
      <Fact name={labels.email}>
        {person.email} {!person.emailVerified && <Badge tone="attention">{texts.badges.unverified}</Badge>}
      </Fact>
      <Fact name={labels.signIn}>
        {names.join(', ') || labels.noMethod}{' '}
        {person.secondFactor && <Badge>{texts.badges.secondFactor}</Badge>}
      </Fact>
      <Fact name={labels.credentials}>{labels.credentialCount(person.credentialCount)}</Fact>
      <Fact name={labels.joined}>
        <Day at={person.createdAt} />
      </Fact>
      <Fact name={labels.lastSeen}>
        {person.lastSeenAt ? <Time at={person.lastSeenAt} /> : labels.neverSeen}
      </Fact>
      {person.suspendedAt && (
        <Fact name={labels.suspendedSince}>
          <Time at={person.suspendedAt} />
        </Fact>
      )}
      {person.eraseAt && (
        <Fact name={labels.erasure}>
          <Day at={person.eraseAt} />
        </Fact>
      )}
    </Facts>
  )
}

function Organizations({ person: { organizations } }: { person: AdministeredPerson }) {
  const { title, none } = texts.organizations
  return (
    <Section title={title}>
      {organizations.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <Rows label={title}>
          {organizations.map(({ id, name, slug, role }) => (
            <Row key={id} name={name} detail={slug}>
              <Badge>{roleNames[role]}</Badge>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
