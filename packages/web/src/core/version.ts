/** @source spec 0 §9 */
export const version = '1.0.1340'
/** Version and build as the footer shows them. */
export const build = __REVISION__ ? `${version}+${__REVISION__}` : version
