<?php
// A CalDAV server of sabre/dav for one user, with digest authentication, for PHP's built-in web server.
// The environment names the folder of its database, the user and the password.

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', 'stderr');
date_default_timezone_set('UTC');
require_once 'Sabre/autoload.php';

class Login extends \Sabre\DAV\Auth\Backend\AbstractDigest
{
    public function getDigestHash($realm, $username)
    {
        return $username === getenv('DAV_USER') ? md5("$username:$realm:" . getenv('DAV_PASSWORD')) : null;
    }
}

$file = getenv('DAV_FOLDER') . '/db.sqlite';
$fresh = !file_exists($file);
$pdo = new \PDO("sqlite:$file");
$pdo->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
if ($fresh) {
    $pdo->exec('CREATE TABLE principals (id INTEGER PRIMARY KEY, uri TEXT UNIQUE, email TEXT, displayname TEXT, vcardurl TEXT)');
    $pdo->exec('CREATE TABLE groupmembers (id INTEGER PRIMARY KEY, principal_id INTEGER, member_id INTEGER)');
    $pdo->exec('CREATE TABLE calendars (id INTEGER PRIMARY KEY, principaluri TEXT, displayname TEXT, uri TEXT, ctag INTEGER,
        description TEXT, calendarorder INTEGER, calendarcolor TEXT, timezone TEXT, components TEXT, transparent BOOL)');
    $pdo->exec('CREATE TABLE calendarobjects (id INTEGER PRIMARY KEY, calendardata BLOB, uri TEXT, calendarid INTEGER,
        lastmodified INTEGER, etag TEXT, size INTEGER, componenttype TEXT, firstoccurence INTEGER, lastoccurence INTEGER)');
    $add = $pdo->prepare("INSERT INTO principals (uri, displayname) VALUES (?, ?)");
    $add->execute(['principals/' . getenv('DAV_USER'), 'Somebody']);
}

$principals = new \Sabre\DAVACL\PrincipalBackend\PDO($pdo);
$server = new \Sabre\DAV\Server([
    new \Sabre\CalDAV\Principal\Collection($principals),
    new \Sabre\CalDAV\CalendarRootNode($principals, new \Sabre\CalDAV\Backend\PDO($pdo)),
]);
$server->setBaseUri('/');
$server->addPlugin(new \Sabre\DAV\Auth\Plugin(new Login(), 'SabreDAV'));
$server->addPlugin(new \Sabre\DAVACL\Plugin());
$server->addPlugin(new \Sabre\CalDAV\Plugin());
$server->exec();
