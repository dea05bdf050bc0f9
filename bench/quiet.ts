import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** The share of all cores that other programs can use. More of it changes the ratios. */
const maxBusy = 0.1
const sampleMs = 2000

/** Returns the share of all cores that other programs use, as a number from 0 to 1. This program waits meanwhile. */
async function busyShare(): Promise<number> {
  const before = coreTimes()
  await pause(sampleMs)
  const after = coreTimes()
  return 1 - (after.idle - before.idle) / (after.total - before.total)
}

function coreTimes(): { idle: number; total: number } {
  const all = os.cpus().map(({ times }) => times)
  const idle = all.reduce((sum, times) => sum + times.idle, 0)
  const total = all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { idle, total }
}

/** Checks before and after a benchmark whether other programs disturb it. Returns what is wrong, if anything. */
export async function whileQuiet(work: () => Promise<void>): Promise<string | undefined> {
  const before = await busyShare()
  await work()
  const busiest = Math.max(before, await busyShare())
  return busiest > maxBusy ? `other programs used ${Math.round(busiest * 100)} % of the cores` : undefined
}
