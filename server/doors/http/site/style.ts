import type { SiteFacts } from '../../../domains/content/public-articles.ts'
import { themeShades } from '../../../platform/theme-shades.ts'

/**
 * Returns the style sheet. Links have the colour of the instance, in a shade for light and one for dark pages that keep
 * their contrast.
 */
export function siteStyle({ color }: SiteFacts): string {
  const { light, dark } = themeShades(color ?? '') ?? { light: '#0b5f59', dark: '#5bdccc' }
  return `:root { color-scheme: light dark; --link: light-dark(${light}, ${dark});
  --ink: light-dark(#1b1d1e, #eceeee); --muted: light-dark(#5f6466, #9ba1a4); --canvas: light-dark(#ffffff, #121314);
  --line: light-dark(#e4e4df, #2c2f31); --code: light-dark(#f7f7f5, #212325); }
* { box-sizing: border-box; }
body { margin: 0; border-top: 4px solid var(--link); background: var(--canvas); color: var(--ink);
  font: 17px/1.65 Inter, ui-sans-serif, system-ui, sans-serif; overflow-wrap: break-word; }
header, main, footer { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; padding-block: 1.5rem; }
header .name { font-weight: 700; font-size: 1.2rem; color: var(--ink); text-decoration: none; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
footer { margin-top: 4rem; padding-block: 1.5rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .9rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; display: block; padding: .5rem 1.25rem; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 1.5rem 0 .5rem; }
h2, h3, h4, h5, h6 { line-height: 1.3; margin: 2rem 0 .5rem; }
.facts { color: var(--muted); font-size: .95rem; margin: 0 0 1.5rem; }
.lead { font-size: 1.15rem; color: var(--muted); }
.cover { display: block; width: 100%; height: auto; border-radius: .5rem; margin: 1rem 0 1.5rem; }
.posts { list-style: none; padding: 0; }
.posts li { padding: 1.25rem 0; border-bottom: 1px solid var(--line); }
.posts h2, .posts h3 { margin: 0; font-size: 1.35rem; }
.posts h3 { font-size: 1.15rem; }
.posts p { margin: .35rem 0 0; }
.tags { display: flex; flex-wrap: wrap; gap: .25rem .75rem; list-style: none; padding: 0; }
.person { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; }
.person h1 { margin: 0; }
.person .facts { margin: 0; }
.avatar { width: 6rem; height: 6rem; border-radius: 50%; object-fit: cover; }
.sponsors { margin-top: 3rem; border-top: 1px solid var(--line); }
.sponsors h2 { font-size: 1.1rem; }
.sponsors ul { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: center; list-style: none; padding: 0; }
.sponsors img { display: block; width: auto; max-height: 3rem; padding: .25rem; border-radius: .25rem; background: #fff; }
.sponsors .platinum img { max-height: 5rem; }
.sponsors .gold img { max-height: 4rem; }
.pager { display: flex; justify-content: space-between; margin-top: 1.5rem; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; padding: 1rem; background: var(--code); border-radius: .5rem; }
code { font: .9em ui-monospace, Menlo, Consolas, monospace; background: var(--code); padding: .1em .3em; border-radius: .25rem; }
pre code { padding: 0; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--muted); }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`
}
