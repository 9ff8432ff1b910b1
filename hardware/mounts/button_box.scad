// The button box: a lid with four buttons and eleven lights, and a tray below it. Print both flat, without supports.
// openscad -D 'part="lid"' -o lid.stl button_box.scad
include <dimensions.scad>

part = "both"; // lid, tray or both
$fn = 48;
fit = 0.3; // between lid and tray
screw = 3.2;
post = 9;

module rounded(width, depth, height, radius) {
    linear_extrude(height) offset(radius) square([width - 2 * radius, depth - 2 * radius], center = true);
}

module screw_places() {
    for (x = [-1, 1], y = [-1, 1])
        translate([x * (box_width / 2 - post), y * (box_depth / 2 - post), 0]) children();
}

module lid() {
    difference() {
        union() {
            rounded(box_width, box_depth, box_wall, box_corner);
            // A rim that goes into the tray.
            translate([0, 0, box_wall]) difference() {
                rounded(box_width - 2 * box_wall - fit, box_depth - 2 * box_wall - fit, 3, box_corner - box_wall);
                translate([0, 0, -1])
                    rounded(box_width - 4 * box_wall, box_depth - 4 * box_wall, 5, box_corner - box_wall);
            }
        }
        for (k = [0:3])
            translate([(k - 1.5) * box_button_apart, -box_depth * 0.225, -1]) cylinder(d = box_button_hole, h = 20);
        for (k = [0:9])
            translate([(k - 4.5) * box_light_apart, box_depth * 0.275, -1]) cylinder(d = box_light_hole, h = 20);
        translate([0, box_depth * 0.075, -1]) cylinder(d = box_light_hole, h = 20);
        screw_places() translate([0, 0, -1]) cylinder(d = screw, h = 20);
    }
}

module tray() {
    difference() {
        rounded(box_width, box_depth, box_height, box_corner);
        translate([0, 0, box_wall])
            rounded(box_width - 2 * box_wall, box_depth - 2 * box_wall, box_height, box_corner - box_wall);
        translate([0, box_depth / 2, box_height * 0.4]) rotate([90, 0, 0]) cylinder(d = box_cable_hole, h = 20, center = true);
    }
    screw_places() difference() {
        cylinder(d = post - 1, h = box_height - 4);
        translate([0, 0, box_wall + 2]) cylinder(d = screw - 0.6, h = box_height);
    }
}

if (part != "tray") lid();
if (part != "lid") translate([0, part == "both" ? box_depth + 15 : 0, 0]) tray();
