export default { home: { greeting: '{name}，您好' } } as const
