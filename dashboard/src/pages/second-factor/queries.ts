import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'

export type SecondFactor = OutputOf<'secondFactor.get'>
export type RememberedDevice = OutputOf<'rememberedDevices.list'>['items'][number]

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call('secondFactor.get', {}, { signal }),
})

export const rememberedDevicesQuery = queryOptions({
  queryKey: ['remembered-devices'],
  queryFn: ({ signal }) => call('rememberedDevices.list', {}, { signal }),
})
