/** Loads an import file into Strapi with its document service, and lets everyone read. Argument: the file. */
const { readFileSync } = require('node:fs');
const { createStrapi } = require('@strapi/strapi');

async function seed(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const of = (kind) => lines.filter((line) => line.kind === kind);
  const app = await createStrapi({ appDir: __dirname, distDir: __dirname }).load();
  await app.db.transaction(async () => {
    await allowReading(app);
    const named = async (kind, id) => {
      const made = new Map();
      for (const line of of(kind)) {
        const { name, alias } = line;
        const document = await app.documents(`api::${kind}.${kind}`).create({ data: { name, alias } });
        made.set(line[id], document.documentId);
      }
      return made;
    };
    const categories = await named('category', 'categoryId');
    const tags = await named('tag', 'tagId');
    const media = new Map(of('media').map(({ kind, ...picture }) => [picture.mediaId, picture]));
    for (const line of of('news')) {
      await app.documents('api::article.article').create({
        data: {
          contentId: line.contentId,
          alias: line.alias,
          title: line.values.title,
          body: line.values.body.text,
          thumbnail: media.get(line.values.thumbnail.mediaId),
          isRss: line.values.isRss,
          writtenAt: new Date(line.createdAt).toISOString(),
          category: categories.get(line.category.categoryId),
          tags: [...new Set(line.tags.map(({ tagId }) => tags.get(tagId)))],
        },
      });
    }
  });
  await app.destroy();
}

async function allowReading(app) {
  const role = await app.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  const actions = ['article', 'category', 'tag'].flatMap((name) => [`api::${name}.${name}.find`, `api::${name}.${name}.findOne`]);
  for (const action of actions) {
    await app.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
  }
}

seed(process.argv[2]).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
