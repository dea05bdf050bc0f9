import { Outlet, useParams } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import type { Team } from './queries.ts'
import { texts } from './texts.ts'

/** The header and tabs of every page of a team. */
export function TeamFrame() {
  const { team: slug } = useParams({ from: '/shell/teams/$team' })
  return (
    <Loaded query={useRead('teams.get', { team: slug })} noun={texts.frame.noun}>
      {(team) => (
        <div className={`max-w-5xl ${pageInset}`}>
          <header className="mb-4 flex items-center gap-3">
            <Avatar
              kind="team"
              id={team.id}
              name={team.name}
              imageUrl={team.avatarUrl}
              size="size-10 text-sm"
            />
            <div className="min-w-0">
              <h1 className={headingClass}>{team.name}</h1>
              {team.description && <p className="line-clamp-2 text-muted">{team.description}</p>}
            </div>
          </header>
          <Tabs label={texts.frame.tabsLabel(team.name)} tabs={tabsOf(team)} />
          <div className="pt-6">
            <Outlet />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function tabsOf({ slug, memberCount, may }: Team): Tab[] {
  const params = { team: slug }
  return [
    { name: texts.frame.home, to: '/teams/$team', params, activeOptions: { exact: true } },
    { name: texts.frame.members, to: '/teams/$team/members', params, count: memberCount },
    ...(may.manage ? [{ name: texts.frame.settings, to: '/teams/$team/settings', params } as const] : []),
  ]
}
