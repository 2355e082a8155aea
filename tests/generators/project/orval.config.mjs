const client = (name) => ({
  input: `${name}.json`,
  output: { target: `${name}/orval.ts`, client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
});

export default { public: client('public'), manage: client('manage') };
