module.exports = require('@strapi/strapi').factories.createCoreService('api::tag.tag');
