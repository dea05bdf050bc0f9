import type { OutputOf } from '../../client.ts'
import { read } from '../../read.ts'

export type SecondFactor = OutputOf<'secondFactor.get'>
export type RememberedDevice = OutputOf<'rememberedDevices.list'>['items'][number]

export const secondFactorQuery = read('secondFactor.get', {})

export const rememberedDevicesQuery = read('rememberedDevices.list', {})
