import type { Channel } from '@forecourt/contract'
import type { Platform } from './platform.ts'

let platforms: Readonly<Partial<Record<Channel, Platform>>> = {}

/** Which platforms are spoken to from now on, and where they are. */
export const usePlatforms = (given: Readonly<Partial<Record<Channel, Platform>>>): void => {
  platforms = given
}
export const platformOf = (channel: Channel): Platform | undefined => platforms[channel]
