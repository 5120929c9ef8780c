/** The product is being developed, or tested: what only helps to make it is there. */
export const development: boolean = import.meta.env.DEV || document.documentElement.dataset['mode'] === 'test'
