import { useQuery } from '@tanstack/react-query'
import {
  FlaskConicalIcon,
  FolderIcon,
  FolderSyncIcon,
  MonitorIcon,
  PlugIcon,
  TerminalIcon,
  UsersIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type ActionName, type DeclaredAction, type Machine, actionsQuery } from './queries.ts'
import { runTexts } from './run-texts.ts'
import { texts as all } from './texts.ts'

const texts = all.permissions

type Kind = keyof typeof texts.kinds

const kindOf: Record<ActionName, Kind> = {
  get_status: 'machine',
  list_files: 'folder',
  read_file: 'folder',
  write_file: 'folder',
  run_command: 'command',
  run_tests: 'suite',
  list_tools: 'server',
  run_tool: 'server',
  sync_workspace: 'synced',
}

const icons: Record<Kind, ReactNode> = {
  machine: <MonitorIcon />,
  folder: <FolderIcon />,
  command: <TerminalIcon />,
  suite: <FlaskConicalIcon />,
  server: <PlugIcon />,
  synced: <FolderSyncIcon />,
}

/** The permission file of the machine, as its owner sees it. */
export function Permissions({ machine }: { machine: Machine }) {
  return (
    <Section
      title={texts.title}
      text={
        <>
          {texts.text}{' '}
          <TextLink to="/help/$doc" params={{ doc: 'tunnel-machine' }}>
            {texts.handbook}
          </TextLink>
        </>
      }
    >
      <Loaded query={useQuery(actionsQuery(machine.id))} noun={runTexts.form.loading}>
        {({ items }) => (
          <Rows label={texts.label}>
            {machine.requesters && (
              <Row icon={<UsersIcon />} name={texts.requesters} detail={requestersText(machine.requesters)} />
            )}
            {groupsOf(items).map(([key, kind, actions]) => (
              <Row
                key={key}
                icon={icons[kind]}
                name={actions[0]!.target ?? texts.whole}
                badges={actions[0]!.target !== null && <Badge>{texts.kinds[kind]}</Badge>}
                detail={actions
                  .map(({ action, mode }) => texts.line(all.actions[action], texts.modes[mode]))
                  .join(' · ')}
              />
            ))}
            {items.length === 0 && machine.canUse && <li className="px-4 py-3 text-muted">{texts.empty}</li>}
          </Rows>
        )}
      </Loaded>
    </Section>
  )
}

/** Groups the actions by the folder, command or server that they use. */
function groupsOf(actions: DeclaredAction[]): [string, Kind, DeclaredAction[]][] {
  const groups = Map.groupBy(actions, ({ action, target }) => `${kindOf[action]} ${target ?? ''}`)
  return [...groups].map(([key, group]) => [key, kindOf[group[0]!.action], group])
}

function requestersText({ me, agents, people }: NonNullable<Machine['requesters']>): string {
  const names = [...(me ? [texts.me] : []), ...(agents ? [texts.agents] : []), ...people]
  if (names.length === 0) return texts.nobody
  const [first = '', ...others] = names
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}
