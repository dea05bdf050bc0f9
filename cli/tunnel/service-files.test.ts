import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { openShell } from '../test-shell.ts'
import { launchdAgent, systemdUnit } from './service-files.ts'

/** A path with all characters that unit files, property lists or shells treat specially. */
const odd = '/opt/my "tools" & <50%> $HOME \\n/baton.js'

describe('the service of a tunnel', () => {
  it('escapes paths in the systemd unit', (test) => {
    const program = {
      words: [process.execPath, odd, 'tunnel'],
      environment: { PATH: odd },
      home: '/home/ada',
    }
    const { file, text, start } = systemdUnit(program)
    assert.equal(file, '/home/ada/.config/systemd/user/baton-tunnel.service')
    const escaped = String.raw`/opt/my \"tools\" & <50%%> $$HOME \\n/baton.js`
    assert.ok(text.includes(`ExecStart="${process.execPath}" "${escaped}" "tunnel"\n`), text)
    assert.ok(text.includes(`Environment="PATH=${escaped.replace('$$', '$')}"\n`), text)
    assert.match(JSON.stringify(start), /loginctl enable-linger/)
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return test.diagnostic('no systemd-analyze')
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-unit-'))
    const unit = path.join(folder, path.basename(file))
    fs.writeFileSync(unit, text)
    const { stdout, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', unit], {
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    })
    fs.rmSync(folder, { recursive: true })
    assert.doesNotMatch(String(stdout) + String(stderr), /baton-tunnel\.service.*:\d+:/)
  })

  it('escapes paths in the launchd agent', () => {
    const program = { words: ['/usr/local/bin/node', odd, 'tunnel'], environment: {}, home: '/Users/ada' }
    const { file, text, start } = launchdAgent(program)
    assert.equal(file, '/Users/ada/Library/LaunchAgents/baton.tunnel.plist')
    const words = [...text.matchAll(/^ {4}<string>(.*)<\/string>$/gm)].map(([, word]) => word)
    assert.deepEqual(words.slice(0, 3), [
      '/usr/local/bin/node',
      String.raw`/opt/my "tools" &amp; &lt;50%&gt; $HOME \n/baton.js`,
      'tunnel',
    ])
    assert.match(JSON.stringify(start), /launchctl bootstrap gui/)
  })

  it('is shown before it is installed, and needs a registered machine', async (test) => {
    if (process.platform !== 'linux') return test.skip('systemd is on Linux')
    const shell = openShell()
    const unit = path.join(shell.home, '.config/systemd/user/baton-tunnel.service')
    const printed = await shell.done(['tunnel', 'install', '--print'], { BATON_TOKEN: 'secret' })
    assert.match(printed, /^ExecStart=".*node" ".*baton\.ts" "tunnel"$/m)
    assert.ok(!printed.includes('secret'))
    assert.ok(!fs.existsSync(unit))
    assert.match((await shell.baton(['tunnel', 'install'])).err, /isn't registered/)
    await shell.done(['tunnel', 'init'])
    const registration = { url: 'http://127.0.0.1:1', tunnel: 'one', name: 'box', token: 'tun_x' }
    fs.writeFileSync(path.join(shell.home, '.config/baton/tunnel.json'), JSON.stringify(registration), {
      mode: 0o600,
    })
    assert.match(await shell.done(['tunnel', 'install']), /enable --now baton-tunnel\.service/)
    assert.equal(fs.readFileSync(unit, 'utf8'), printed)
    assert.match(await shell.done(['tunnel', 'uninstall']), /Removed/)
    assert.ok(!fs.existsSync(unit))
    assert.match(await shell.done(['tunnel', 'uninstall']), /No service is installed/)
    shell.close()
  })
})
