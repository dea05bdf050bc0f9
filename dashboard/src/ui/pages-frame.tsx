import { type LinkProps, Link } from '@tanstack/react-router'
import { ChevronDownIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { pageAt } from '../paths.ts'
import { usePath } from '../use-path.ts'
import { Menu, MenuGroup, MenuLink } from './menu.tsx'

export interface FramedPage {
  to: LinkProps['to'] & string
  name: string
  Icon: ComponentType
}

export interface PageGroup {
  name: string
  pages: readonly FramedPage[]
}

interface PageLinksProps {
  label: string
  groups: readonly PageGroup[]
}

/** The pages of an area in groups, for the sidebar. */
export function PageLinks({ label, groups }: PageLinksProps) {
  const current = useCurrentPage(groups)
  return (
    <nav aria-label={label} className="flex flex-col gap-3">
      {groups.map(({ name, pages }) => (
        <div key={name}>
          <h2 className="px-2 pb-0.5 text-xs font-semibold text-muted">{name}</h2>
          <ul aria-label={name} className="flex flex-col gap-px">
            {pages.map(({ to, name: page }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={to === current?.to ? 'page' : undefined}
                  // Replaced by `current`, because some pages are below others.
                  activeProps={{}}
                  activeOptions={{ exact: true }}
                  className={`block truncate rounded-md px-2 py-1 hover:bg-hover hover:text-ink ${
                    to === current?.to ? 'bg-hover font-medium text-ink' : 'text-muted'
                  }`}
                >
                  {page}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The same pages as a menu above the page, for phones. */
export function PageMenu({ label, groups }: PageLinksProps) {
  const current = useCurrentPage(groups)
  return (
    <nav aria-label={label} className="border-b px-2 py-1 md:hidden">
      <Menu
        label={current ? `${label}: ${current.name}` : label}
        button={
          <>
            <span aria-current={current && 'page'} className="truncate font-medium">
              {current?.name ?? label}
            </span>
            <ChevronDownIcon />
          </>
        }
        buttonClassName="flex h-9 max-w-full items-center gap-1.5 rounded-md px-2 hover:bg-hover"
      >
        {groups.map(({ name, pages }) => (
          <MenuGroup key={name} label={name}>
            {pages.map(({ to, name: page, Icon }) => (
              <MenuLink key={to} to={to} icon={<Icon />}>
                {page}
              </MenuLink>
            ))}
          </MenuGroup>
        ))}
      </Menu>
    </nav>
  )
}

function useCurrentPage(groups: readonly PageGroup[]): FramedPage | undefined {
  const path = usePath()
  return pageAt(
    path,
    groups.flatMap(({ pages }) => pages),
  )
}
