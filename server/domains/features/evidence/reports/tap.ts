import { type Outcome, emptyOutcome } from './outcome.ts'

/*
 * Reads the Test Anything Protocol, versions 12 to 14. A subtest is indented by four spaces and precedes the test point
 * that summarizes it. Other lines are program output and are ignored.
 */
interface Point {
  ok: boolean
  number: number
  name: string
  directive: 'todo' | 'skip' | undefined
  subtests: Level | undefined
}

interface Level {
  points: Point[]
  plan: number | undefined
  plans: number
}

export function readTap(text: string): Outcome {
  const outcome = emptyOutcome('tap')
  const levels: Level[] = [emptyLevel()]
  let details: number | undefined
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const [, spaces = '', content = ''] = /^( *)(.*)$/.exec(line)!
    // A YAML block belongs to the test point before it. A truncated block ends at the first line with less indentation.
    if (details !== undefined) {
      if (content === '...' || (content !== '' && spaces.length < details)) details = undefined
      if (details !== undefined || content === '...') continue
    }
    if (content.trimEnd() === '---' && spaces.length % 4 === 2) details = spaces.length
    else if (/^Bail out!/i.test(content)) {
      outcome.problems.push(`The run bailed out: ${content.slice(9).trim() || 'no reason given'}.`)
      break
    } else if (spaces.length % 4 === 0) readLine(content, spaces.length / 4, levels)
  }
  const [top, ...open] = levels
  if (open.length > 0 && outcome.problems.length === 0)
    outcome.problems.push('The report ends inside a subtest.')
  for (const level of [top!, ...open]) count(level, [], outcome, false)
  return outcome
}

function readLine(line: string, depth: number, levels: Level[]): void {
  const [, last] = /^1\.\.(\d{1,9})(?:\s*#.*)?\s*$/.exec(line) ?? []
  const [, not, number, rest = ''] = /^(not )?ok(?:\s+(\d{1,9}))?(?=\s|$)(.*)$/.exec(line) ?? []
  const isPoint = /^(not )?ok(\s|$)/.test(line)
  if (last === undefined && !isPoint) return
  // A line that is indented deeper than a subtest can be is program output.
  if (depth > levels.length) return
  levels[depth] ??= emptyLevel()
  const level = levels[depth]
  if (last !== undefined) {
    level.plan = Number(last)
    level.plans++
    return
  }
  const { name, directive } = readRest(rest)
  const [subtests] = levels.splice(depth + 1)
  level.points.push({
    ok: not === undefined,
    number: number === undefined ? level.points.length + 1 : Number(number),
    name,
    directive,
    subtests,
  })
}

/** Parses `- the name # TODO why`. An escaped hash belongs to the name. */
function readRest(rest: string): Pick<Point, 'name' | 'directive'> {
  const hidden = rest.replace(/\\[\\#]/g, '__')
  const [, word] = /(?:^|\s)#\s*(todo|skip)/i.exec(hidden) ?? []
  const at = word === undefined ? rest.length : hidden.search(/(?:^|\s)#\s*(?:todo|skip)/i)
  const name = rest
    .slice(0, at)
    .trim()
    .replace(/^-\s*/, '')
    .replace(/\\([\\#])/g, '$1')
  return { name, directive: word?.toLowerCase() as Point['directive'] }
}

function count(level: Level, path: string[], outcome: Outcome, parentExcused: boolean): void {
  checkPlan(level, path, outcome)
  for (const point of level.points) {
    const here = [...path, point.name || `test ${point.number}`]
    const excused = parentExcused || (!point.ok && point.directive !== undefined)
    const { failures } = outcome
    if (point.subtests) count(point.subtests, here, outcome, excused)
    const isLeaf = !point.subtests || point.subtests.points.length === 0
    if (isLeaf) outcome.tests++
    if (isLeaf && (point.directive === 'skip' || (!point.ok && excused))) outcome.skipped++
    // A failed subtest is already counted, and its parent fails with it.
    else if (!point.ok && !excused && outcome.failures === failures) {
      outcome.failures++
      outcome.failed.push(here.join(' › '))
      if (!isLeaf) outcome.tests++
    }
  }
}

function checkPlan({ plan, plans, points }: Level, path: string[], outcome: Outcome): void {
  const where = path.length > 0 ? ` of "${path.join(' › ')}"` : ''
  const problem = (sentence: string) => void outcome.problems.push(sentence)
  if (plans > 1) return problem(`The report has more than one plan${where}.`)
  if (plan === undefined) return problem(`The plan${where} is missing: the run may have ended early.`)
  if (plan !== points.length)
    return problem(`The plan${where} lists ${plan} tests, but ${points.length} were run.`)
  const numbers = new Set(points.map(({ number }) => number))
  if (numbers.size < points.length || points.some(({ number }) => number < 1 || number > plan))
    problem(`The test numbers${where} don't match the plan.`)
}

function emptyLevel(): Level {
  return { points: [], plan: undefined, plans: 0 }
}
