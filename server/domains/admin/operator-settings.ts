import { type SettingKey, type ValueOf, declarationOf, settingKeys } from '../../operations/setting-schema.ts'
import { readSetting, requireSetting, variableOf } from '../../operations/settings.ts'
import { type OperatorSite, changeAsOperator } from './operator-site.ts'
import { parseSetting, storeSetting } from './settings.ts'

export async function listSettings(site: OperatorSite): Promise<string> {
  const lines: string[] = []
  for (const key of settingKeys) {
    const variable = variableOf(site.config, key)
    const source = variable ? ` (from ${variable})` : ''
    lines.push(`${key} = ${shown(await readSetting(site.config, site.database, key))}${source}`)
  }
  return lines.join('\n')
}

export async function showSetting(site: OperatorSite, ref: string): Promise<string> {
  return shown(await readSetting(site.config, site.database, requireSetting(ref)))
}

export async function setSetting(site: OperatorSite, ref: string, typed: string): Promise<string> {
  const key = requireSetting(ref)
  const value = parseSetting(site.config, key, fromText(key, typed))
  await changeAsOperator(site, async (ctx) => {
    if (!(await storeSetting(ctx, key, value))) return
    ctx.afterCommit(() => (site.settings ? site.settings.changed(key, value) : site.bus?.settingChanged(key)))
  })
  return `${key} = ${shown(value)}`
}

/** Converts the typed text to the type of the setting. Invalid texts stay, so that validation rejects them. */
function fromText(key: SettingKey, typed: string): unknown {
  switch (declarationOf(key).control) {
    case 'list':
    case 'choices':
      return typed.split(',').flatMap((each) => each.trim() || [])
    case 'number':
      return /^\d+$/.test(typed) ? Number(typed) : typed
    case 'switch':
      return typed === 'true' ? true : typed === 'false' ? false : typed
    default:
      return typed
  }
}

function shown(value: ValueOf<SettingKey>): string {
  return String(value)
}
