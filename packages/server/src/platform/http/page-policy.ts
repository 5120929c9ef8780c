import type { IncomingMessage } from 'node:http'

export interface PagePolicy {
  /** Origins that may show our pages in a frame; nobody may when there are none. */
  frameAncestors: readonly string[]
  /** Where the live channel listens, on the host that the page came from. */
  live: { port: number; tlsPort: number }
  /** The address of a broker that pages are connected to instead. */
  outside?: string | undefined
  /** The service beside the card reader, on the machine of anyone who looks; undefined where there is none. */
  deviceService: string | undefined
}

/** As a new installation has it. @source spec 0 §9 "Broker ports 8083 (ws), 8084 (wss). Local device service port 9200" */
export const plainPolicy: PagePolicy = {
  frameAncestors: [],
  live: { port: 8083, tlsPort: 8084 },
  deviceService: 'http://localhost:9200',
}

/** What a browser lets our pages load and call, and who may frame them. */
export const directivesOf = (policy: PagePolicy, secure: boolean) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: [
    "'self'",
    policy.outside ? new URL(policy.outside).origin : (request: IncomingMessage) => liveOn(request.headers.host, policy.live, secure),
    // That of a demo may have taken a free port since.
    ...(policy.deviceService ? [() => policy.deviceService ?? "'self'"] : []),
  ],
  frameAncestors: policy.frameAncestors.length > 0 ? ["'self'", ...policy.frameAncestors] : ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: secure ? [] : null,
})

/** A host that is no plain name or address is repeated nowhere. */
function liveOn(host: string | undefined, { port, tlsPort }: PagePolicy['live'], secure: boolean): string {
  const name = /^([\w.-]+|\[[\da-f:]+\])(:\d+)?$/i.exec(host ?? '')?.[1]
  if (!name) return "'self'"
  return secure ? `wss://${name}:${tlsPort}` : `ws://${name}:${port}`
}
